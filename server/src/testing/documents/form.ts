export type Part =
  | { name: string; value: string }
  /** `header` is the content-disposition behind the name, when it is not an ordinary file name. */
  | { name: string; filename: string; content: Buffer; header?: string }

const boundary = '----interline'

/** A multipart form as browsers send it; `isCut` leaves out its end. */
export function formOf(parts: Part[], isCut = false): { payload: Buffer; headers: { 'content-type': string } } {
  const chunks = parts.map((part) =>
    'value' in part
      ? Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"\r\n\r\n${part.value}\r\n`)
      : Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"; ${part.header ?? `filename="${part.filename}"`}\r\ncontent-type: application/octet-stream\r\n\r\n`,
          ),
          part.content,
          Buffer.from('\r\n'),
        ]),
  )
  return {
    payload: Buffer.concat([...chunks, ...(isCut ? [] : [Buffer.from(`--${boundary}--\r\n`)])]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
