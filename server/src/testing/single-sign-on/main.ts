import { startIdentityProvider, type Person } from './identity-provider.ts'

type Given = Omit<Parameters<typeof startIdentityProvider>[0], 'people'> & { people: Record<string, Person> }

// For the browser tests: the provider as a process of its own, with its options as JSON.
const { people, ...options } = JSON.parse(process.argv[2] ?? '{}') as Given
const { issuer } = await startIdentityProvider({ ...options, people: new Map(Object.entries(people)) })
process.stdout.write(`Identity provider: ${issuer}\n`)
