// Loaded before a program that is measured: what it keeps after its garbage is collected, when asked over IPC.
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export async function readMemory() {
  // What is freed by what a first collection frees goes with the next.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await pause(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return { heapBytes: heapUsed + external }
}

process.on('message', (message) => {
  if (message === 'memory') void readMemory().then((value) => process.send?.({ type: 'memory', value }))
})
