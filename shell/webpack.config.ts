import { shellConfig } from '@interline/federation/build'
import { antdStyles } from '@interline/shared/styles-at-build'

export default shellConfig(import.meta.dirname, antdStyles)
