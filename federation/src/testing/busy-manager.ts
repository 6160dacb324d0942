import { findArtifact, pin, ReleaseError, ReleaseStore } from '../release/index.ts'

const [folder = '', name = '', rounds = '0'] = process.argv.slice(2)
const store = new ReleaseStore(folder)
const made: number[] = []
const refused: string[] = []

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  for (let round = 0; round < Number(rounds); round++) {
    try {
      made.push(
        pin(store, [findArtifact(store, `drivers@1.${round % 2}.0`)], { reason: `round ${round}`, by: name }).number,
      )
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      refused.push(error.message)
    }
  }
  process.stdout.write(JSON.stringify({ made, refused }))
  process.stdin.destroy()
})
