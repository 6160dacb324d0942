// The build writes this file from "settings" of remote.json: change those, and build.
import { useRemoteSettings } from '@interline/shared/session'

/** Release managers may set these of this remote. */
export type RemoteSettings = {
  /** A line above the list of drivers, such as what to watch for today; empty shows none */
  readonly notice: string
  /** The most megabytes of a document that is chosen in Edit Driver Details; the API takes 10 */
  readonly fileLimitMb: number
}

const defaults: RemoteSettings = {
  notice: '',
  fileLimitMb: 10,
}

/** The settings of the release that runs; what it does not set has its default. */
export const useSettings = (): RemoteSettings => useRemoteSettings(defaults)
