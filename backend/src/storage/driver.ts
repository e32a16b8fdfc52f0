// Where the bytes are. Keys are `bucket/name`, checked before they get here.

export interface StoredFile {
  key: string
  size: number
  modifiedAt: Date
}

export interface StorageDriver {
  /** All or nothing: a reader sees the old bytes or the new ones, also after a crash. */
  write(key: string, bytes: Uint8Array): Promise<void>
  find(key: string): Promise<StoredFile | null>
  read(key: string): Promise<Buffer>
  /** A part of the file; `end` is the last byte. */
  stream(key: string, range?: { start: number; end: number }): ReadableStream<Uint8Array>
  /** Files that are not there are none to remove. */
  remove(keys: readonly string[]): Promise<void>
  list(): AsyncIterable<StoredFile>
}
