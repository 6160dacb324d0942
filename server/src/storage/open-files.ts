import { uploadsFolder, type Config } from '../config/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

/** The store of uploaded documents: object storage where the settings name one, else a folder of DATA_DIR. */
export const openFiles = (config: Config): FileStore =>
  config.s3 ? s3Store(config.s3) : folderStore(uploadsFolder(config))
