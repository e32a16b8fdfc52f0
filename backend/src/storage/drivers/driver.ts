// Where the bytes are stored. Keys are `bucket/name`, checked before they get here; the service's own files are outside every
// bucket. The interface needs no more than an object store such as S3 can do. If the store cannot be reached, calls fail with
// a StorageError `Unavailable`.

export interface StoredFile {
  key: string
  size: number
  modifiedAt: Date
  /** Changes whenever the bytes change; safe to use in a file name. */
  state: string
}

export interface Opening {
  /** Both ends are inclusive. */
  range?: { start: number; end: number }
  /** Aborts when the client disconnects. */
  signal?: AbortSignal
}

export interface StorageDriver {
  /** Its name in texts for the back office and the operator. */
  readonly place: string
  /** Whether each call goes over a network, so that results are worth caching. */
  readonly isRemote: boolean
  /** Atomic: a reader sees the old bytes or the new ones, even after a crash. */
  write(key: string, bytes: Uint8Array): Promise<void>
  find(key: string): Promise<StoredFile | null>
  read(key: string): Promise<Buffer>
  /** Fails before the first byte if it can, and also if the file has changed since it was found. */
  open(file: StoredFile, opening?: Opening): Promise<ReadableStream<Uint8Array>>
  /**
   * Returns whether there was such a file. Its `modifiedAt` becomes now, and it replaces a file of the new name. A crash
   * half-way may leave it under the old name, or under both.
   */
  move(from: string, to: string): Promise<boolean>
  /** Files that do not exist are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * All files under a prefix that ends with a slash, or under the empty prefix, one at a time. Files and folders that start
   * with a dot are listed only under their own prefix.
   */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Removes partial files that a crash left before that time. */
  sweep(before: Date): Promise<void>
}
