const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether this browser can check signatures at all: browsers before 2025 cannot. */
export const knowsEd25519 = (subtle: SubtleCrypto) =>
  subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']).then(
    () => true,
    (error: unknown) => !(error instanceof DOMException && error.name === 'NotSupportedError'),
  )

/** Whether a key (its raw bytes in base64) signed a text. A key or signature that is none signed nothing. */
export async function isSignedBy(
  subtle: SubtleCrypto,
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    const key = await subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
  } catch {
    return false
  }
}

/** SHA-256 of a text, in hex. */
export const hashOf = async (subtle: SubtleCrypto, text: string) =>
  hexOf(await subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** The id that a key must have: the first 16 hex digits of the SHA-256 of its bytes. */
export async function idOf(subtle: SubtleCrypto, publicKey: string): Promise<string> {
  try {
    return hexOf(await subtle.digest('SHA-256', bytesOf(publicKey))).slice(0, 16)
  } catch {
    return ''
  }
}
