let context: AudioContext | undefined

/** Two short notes. A browser plays none before somebody clicked or pressed a key in the page. */
export function playTone(): void {
  context ??= new AudioContext()
  void context.resume()
  for (const [hertz, after] of [
    [660, 0],
    [880, 0.14],
  ] as const) {
    const start = context.currentTime + after
    const [note, volume] = [context.createOscillator(), context.createGain()]
    note.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.18, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
    note.connect(volume).connect(context.destination)
    note.start(start)
    note.stop(start + 0.32)
  }
}
