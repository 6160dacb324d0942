/**
 * What came of many acts: how many a second were good, how long they took, in ms, and how much of a core this process
 * used for it.
 */
export type Times = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  good: number
  refused: number
  failed: number
  cpu: number
}

export function timesOf(milliseconds: number[], seconds: number, { refused = 0, failed = 0, cpu = 0 } = {}): Times {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? NaN
  return {
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    good: sorted.length,
    refused,
    failed,
    cpu,
  }
}

/** From now on, the share of a core that this process takes. */
export function watchCpu(): () => number {
  const [from, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return (user + system) / 1000 / (performance.now() - from)
  }
}

/** Does it again and again for so long, in so many lines at once. */
export async function keepDoing(
  act: (line: number) => Promise<unknown>,
  lines: number,
  seconds: number,
): Promise<Times> {
  const taken: number[] = []
  const cpu = watchCpu()
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    Array.from({ length: lines }, async (_, line) => {
      while (performance.now() < until) {
        const begun = performance.now()
        await act(line)
        taken.push(performance.now() - begun)
      }
    }),
  )
  return timesOf(taken, (performance.now() - from) / 1000, { cpu: cpu() })
}
