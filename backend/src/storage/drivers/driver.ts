// Where the bytes are. Keys are `bucket/name`, checked before they get here; what the service keeps for itself lies
// outside of every bucket. Nothing here asks more than an object store such as S3 can do. What cannot be reached fails with
// a StorageError `Unavailable`.

export interface StoredFile {
  key: string
  size: number
  modifiedAt: Date
  /** Another one whenever the bytes are others; fit for a file's name. */
  state: string
}

export interface Opening {
  /** Both ends included. */
  range?: { start: number; end: number }
  /** Nobody wants it any more. */
  signal?: AbortSignal
}

export interface StorageDriver {
  /** What the back office calls it. */
  readonly place: string
  /** Whether each call goes over a network, so that what is known for a while is not asked again. */
  readonly isRemote: boolean
  /** All or nothing: a reader sees the old bytes or the new ones, also after a crash. */
  write(key: string, bytes: Uint8Array): Promise<void>
  find(key: string): Promise<StoredFile | null>
  read(key: string): Promise<Buffer>
  /** Fails before the first byte where it can; the file is the one that was found, or fails. */
  open(file: StoredFile, opening?: Opening): Promise<ReadableStream<Uint8Array>>
  /**
   * Answers whether there was such a file. Its `modifiedAt` becomes now, and it takes the place of what had the name. A
   * crash half-way may leave it under the old name, or under both.
   */
  move(from: string, to: string): Promise<boolean>
  /** Files that are not there are none to remove. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * All files under a prefix that ends with a slash, or under none, one at a time, however many there are. What is hidden
   * by a dot is in no listing but that of its own prefix.
   */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Removes what a crash left half-written before that time. */
  sweep(before: Date): Promise<void>
}
