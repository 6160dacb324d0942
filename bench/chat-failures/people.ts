import { answerBy } from '../api/processes.ts'
import { Person, type Who } from './person.ts'

let writers: Person[] = []
let readers: Person[] = []
let acknowledged = 0
let sent = 0

const all = () => [...writers, ...readers]

/** Many people in a process of their own: those who write, and further screens of the same people that only look. */
answerBy({
  ready: () => true,
  arrive({ url, people, screens }: { url: string; people: Who[]; screens: number }) {
    writers = people.map((who) => new Person(who, () => url))
    readers = Array.from({ length: screens }, (_, at) => people[at % people.length]).flatMap((who) =>
      who ? [new Person(who, () => url)] : [],
    )
  },
  connected: () => all().filter(({ isConnected }) => isConnected).length,
  /** So many messages, spread over so many seconds, each by the next person. */
  async talk({ name, messages, seconds }: { name: string; messages: number; seconds: number }) {
    const sends: Promise<void>[] = []
    const from = Date.now()
    while (sent < messages) {
      const due = Math.min(messages, Math.ceil(((Date.now() - from) / (seconds * 1000)) * messages))
      for (; sent < due; sent += 1) {
        const index = Math.floor(sent / writers.length)
        sends.push(
          (writers[sent % writers.length] as Person)
            .send(`${name}-${sent}`, `${name} says ${index}`)
            .then(() => void (acknowledged += 1)),
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await Promise.all(sends)
  },
  progress: () => ({ sent, acknowledged }),
  cut({ count }: { count: number }) {
    const people = all()
    for (let n = 0; n < count; n += 1) people[Math.floor(Math.random() * people.length)]?.cut()
  },
  /** What each screen shows, as the client ids in the order of `seq`; a screen is of the person with that index. */
  async screens() {
    await Promise.all(all().map((person) => person.resync()))
    const rows = (people: Person[]) =>
      people.map(({ shown }) =>
        [...shown.values()].sort((a, b) => a.seq - b.seq).map(({ clientId, seq }) => `${seq} ${clientId}`),
      )
    const sum = (count: (person: Person) => number) => all().reduce((total, person) => total + count(person), 0)
    return {
      writers: rows(writers),
      readers: rows(readers),
      wrong: all().flatMap(({ wrong }) => wrong),
      connects: sum(({ connects }) => connects),
      resent: sum(({ resent }) => resent),
    }
  },
  leave: () => all().forEach((person) => person.leave()),
})
