/** The events that the origin of a remote's source sends of its builds. */
export type SourceEvent =
  { state: 'building' } | { state: 'built'; build: string } | { state: 'failed'; errors: string } | { state: 'away' }

const pause = 1000

/** Follows the builds at an origin, and goes on asking while it is away. Returns how to stop. */
export function followSource(origin: string, emit: (event: SourceEvent) => void): () => void {
  let events: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  function open() {
    events = new EventSource(`${origin}/events`)
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const event = read(data)
      if (event) emit(event)
    }
    events.onerror = () => {
      events?.close()
      if (stopped) return
      emit({ state: 'away' })
      timer = setTimeout(open, pause)
    }
  }
  open()
  return () => {
    stopped = true
    clearTimeout(timer)
    events?.close()
  }
}

function read(data: string): SourceEvent | null {
  try {
    const { state, errors, build } = JSON.parse(data) as { state?: unknown; errors?: unknown; build?: unknown }
    if (state === 'building') return { state }
    if (state === 'built') return { state, build: String(build) }
    return state === 'failed' ? { state, errors: String(errors) } : null
  } catch {
    return null
  }
}
