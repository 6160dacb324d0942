import { artifactFolder, type Release } from '../schema/index.ts'

/** The live release as a person reads it: a head line, then a line for each part. */
export function statusText({ number, createdAt, createdBy, reason, shell, remotes }: Release): string {
  const rows = [shell, ...Object.values(remotes)].map(({ url, descriptor }) => [
    descriptor.name,
    artifactFolder(descriptor),
    `${Math.round(descriptor.files.reduce((sum, file) => sum + file.bytes, 0) / 1024)} KiB`,
    url,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  return [`release ${number}, ${createdAt}, by ${createdBy}: ${reason}`, ...lines].join('\n')
}
