declare module '@20minutes/s3rver' {
  type StoredObject = { bucket: string; key: string; content: unknown; metadata: Record<string, string> }
  /** As much of the server as the tests use: it answers S3's calls over HTTP, and checks their signatures. */
  class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean })
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>
      putObject(object: StoredObject): Promise<{ md5: string; size: number }>
    }
    callback(): import('node:http').RequestListener
  }
  export = S3rver
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  class S3Error extends Error {
    constructor(code: string, message: string)
  }
  export = S3Error
}
