import { shellConfig } from '@interline/federation/build'

export default shellConfig(import.meta.dirname)
