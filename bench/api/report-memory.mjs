// Loaded before a program that is measured: what it keeps after its garbage is collected, when asked over IPC.
process.on('message', (asked) => {
  if (asked !== 'memory') return
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ type: 'memory', value: { kept: heapUsed + external, rss } })
})
