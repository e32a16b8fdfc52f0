// Stores the files' bytes. Keys are `bucket/name` and are checked before they get here. The service's own files are
// outside every bucket. The interface needs nothing that an object store such as S3 cannot do. If the store cannot be
// reached, calls fail with a StorageError `Unavailable`.

export interface StoredFile {
  key: string
  size: number
  modifiedAt: Date
  /** Changes whenever the bytes change. It is safe to use in a file name. */
  state: string
}

export interface Opening {
  /** Both ends are inclusive. */
  range?: { start: number; end: number }
  /** Aborts when the client disconnects. */
  signal?: AbortSignal
}

export interface StorageDriver {
  /** The store's name, as shown to the operator and in the back office. */
  readonly place: string
  /** Whether each call goes over a network, which makes results worth caching. */
  readonly isRemote: boolean
  /** Writes atomically: a reader sees either the old bytes or the new ones, even after a crash. */
  write(key: string, bytes: Uint8Array): Promise<void>
  find(key: string): Promise<StoredFile | null>
  read(key: string): Promise<Buffer>
  /** Fails before the first byte if possible. Also fails if the file has changed since it was found. */
  open(file: StoredFile, opening?: Opening): Promise<ReadableStream<Uint8Array>>
  /**
   * Returns whether the file existed. Its `modifiedAt` is set to the current time, and it replaces any file with the
   * new name. A crash half-way may leave it under the old name, or under both.
   */
  move(from: string, to: string): Promise<boolean>
  /** Files that do not exist are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * All files under a prefix that is empty or ends with a slash, one at a time. Files and folders whose names start
   * with a dot are listed only under their own prefix.
   */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Removes partial files left by a crash before the given time. */
  sweep(before: Date): Promise<void>
}
