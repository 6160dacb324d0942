import { logFailure } from '@interline/shared/api'

let context: AudioContext | undefined

/** Two short notes. A browser plays none before somebody clicked or pressed a key in the page, or without audio. */
export function playTone(): void {
  try {
    context ??= new AudioContext()
    play(context)
  } catch (error) {
    logFailure('Playing the tone of a message', error)
  }
}

function play(context: AudioContext): void {
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
