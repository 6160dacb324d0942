/**
 * A channel to the other tabs of this browser. Undefined where the browser forbids it, as Firefox does with all cookies
 * blocked: then each tab is alone.
 */
export function openTabChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
