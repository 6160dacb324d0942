import { uploadTypes } from '@interline/shared/contract'
import { t } from './edit-messages.ts'

/** For the `accept` of a file input: `.jpg,.jpeg,…` */
export const acceptedFiles = uploadTypes.map((type) => `.${type}`).join(',')

/** Why a file cannot be taken, null when it can; it may have `limit` megabytes. */
export function fileErrorOf(file: File, limit: number): string | null {
  const type = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()
  if (!uploadTypes.some((known) => known === type)) return t('upload.type', { file: file.name })
  if (file.size > limit * 1024 * 1024) return t('upload.size', { file: file.name, size: formatBytes(file.size), limit })
  return file.size === 0 ? t('upload.blank', { file: file.name }) : null
}

/** `640 KB`, `2.4 MB`; never rounded down to a limit it exceeds. */
export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / (1024 * 1024), 'MB']
  return `${unit === 'KB' ? Math.ceil(size) : Math.ceil(size * 10) / 10} ${unit}`
}
