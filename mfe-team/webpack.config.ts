import { remoteConfig } from '@interline/federation/build'

export default remoteConfig(import.meta.dirname)
