import { artifactFolder, pageFormat, type ShellDescriptor } from '../../schema/index.ts'

/** Why a shell cannot start in a page as the origin of this version writes it; none when it can. */
export function otherPageFormat(shell: ShellDescriptor): string[] {
  if (shell.pageFormat === pageFormat) return []
  return [
    `shell@${artifactFolder(shell)} reads page format ${shell.pageFormat}, and this version of Interline writes page format ${pageFormat}`,
  ]
}
