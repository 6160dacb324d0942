/** jsdom's files have no `arrayBuffer`; tests that read one import this. */
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsArrayBuffer(this)
  })
}
