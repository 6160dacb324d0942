const side = 256

/**
 * The middle of a picture as a square of 256 pixels, and nothing else of the file: photos say where they were taken.
 * Rejects when the browser cannot show it.
 */
export async function squarePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const cut = Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  context?.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (square) => (square ? resolve(square) : reject(new Error('The picture cannot be drawn'))),
      'image/png',
    ),
  )
}
