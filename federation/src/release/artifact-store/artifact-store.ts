/**
 * Where finished builds of parts are kept, as `PART/VERSION-BUILD/FILE`. A build is there when its `remote.json` is,
 * and that is written last. Nothing can be overwritten or removed through it. Throws `ReleaseError` with what to look
 * at when the store cannot be used.
 */
export type ArtifactStore = {
  /** As a person named it, e.g. `s3://team-drivers/builds`; without secrets. */
  address: string
  /** The finished builds of a part, as `VERSION-BUILD`, in no order. */
  builds(part: string): Promise<string[]>
  /** A file's content, of which at most `limit` + 1 bytes are read; null when there is none. */
  read(path: string, limit: number): Promise<Buffer | null>
  /** Writes a file where none is; false, and nothing is written, where one is. */
  create(path: string, content: Buffer): Promise<boolean>
}
