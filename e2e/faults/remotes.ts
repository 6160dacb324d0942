import { madeRemote } from '../harness/product/made-remote.ts'
import { remoteFolder, type RemoteName } from '../harness/product/product.ts'

/** A remote whose origin or build goes wrong: where its sources are, and the screen that is visited. */
export type Played = {
  name: string
  title: string
  owner: string
  folder: string
  path: string
  heading: string
  /** The entry and the heading of a screen that belongs to another remote. */
  other: string
}

const ours = (name: RemoteName, title: string, path: string, heading: string, other = 'Users'): Played => ({
  name,
  title,
  owner: `${title} team`,
  folder: remoteFolder(name),
  path,
  heading,
  other,
})

export const played: Played[] = [
  ours('drivers', 'Drivers', '/drivers', 'Drivers'),
  ours('users', 'Users', '/users', 'Users', 'Drivers'),
  ours('rides', 'Rides', '/driver-rides', 'Driver Rides'),
  ours('chat', 'Chat', '/chats', 'Chats'),
  { ...madeRemote, path: `/${madeRemote.name}`, heading: madeRemote.title, other: 'Users' },
]
