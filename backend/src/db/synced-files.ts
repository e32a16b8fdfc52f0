// The embedded engine's file system. PGlite's own layer ignores fsync. This one waits for the disk whenever PostgreSQL
// requires it: for the log with each commit, for tables and pg_control with each checkpoint, and for folders with each
// new name.
//
// Emscripten also sets a new file's mode after creating it, regardless of the process's umask, which made most of
// PostgreSQL's files 0666. Here only their owner can read them.

import { fdatasyncSync, fstatSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = Parameters<NodeFS['init']>

/** The parts of Emscripten's layer over Node's files that are used here. */
export interface NodeFiles {
  stream_ops: {
    fsync?(stream: OpenFile): number
    write(stream: OpenFile, buffer: Uint8Array, offset: number, length: number, position: number): number
    setattr(stream: OpenFile, change: { size?: number }): void
  }
  node_ops: {
    setattr(node: FileNode, change: { size?: number }): void
    mknod(parent: FileNode, name: string, mode: number, device: number): FileNode
    rename(node: FileNode, folder: FileNode, name: string): void
    unlink(folder: FileNode, name: string): void
    rmdir(folder: FileNode, name: string): void
  }
  doSetAttr(target: string | number, node: FileNode, change: { mode?: number }, ...calls: unknown[]): void
  mount(mount: Mount): FileNode
  realPath(node: FileNode): string
  /** Turns a Node error into one that PostgreSQL understands. */
  tryFSOperation<T>(work: () => T): T
}

interface Mount {
  opts: { root: string }
}

export interface FileNode {
  mode: number
}

export interface OpenFile {
  /** Node's descriptor. */
  nfd: number
  node: FileNode
}

/** The permission bits for the group and for others. */
const OTHERS = 0o077
const KIND_MASK = 0o170000
const FOLDER = 0o040000

export class SyncedFiles extends NodeFS {
  #mount: Mount | null = null

  /** After a crash PostgreSQL syncs every file. Files that have not changed since `syncedUntil` are already on the disk. */
  constructor(
    folder: string,
    private syncedUntil = 0,
  ) {
    super(folder)
  }

  override async init(pg: Init[0], given: Init[1]) {
    const { emscriptenOpts } = await super.init(pg, given)
    const adapt: NonNullable<Init[1]['preRun']>[number] = ({ NODEFS }) => this.adapt(NODEFS as unknown as NodeFiles)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [adapt, ...(emscriptenOpts.preRun ?? [])] } }
  }

  /** Call this after the folder has been renamed, because every path starts with its name. */
  follow(folder: string): void {
    if (this.#mount) this.#mount.opts.root = folder
  }

  /** Call this after recovery. From then on, a clock that is set back must not make a new change look old. */
  syncAll(): void {
    this.syncedUntil = 0
  }

  protected isOnDisk(descriptor: number): boolean {
    return this.syncedUntil > 0 && fstatSync(descriptor).ctimeMs < this.syncedUntil
  }

  protected adapt(files: NodeFiles): void {
    const originalMount = files.mount
    files.mount = (mount) => {
      this.#mount = mount
      return originalMount(mount)
    }
    const originalSetAttr = files.doSetAttr
    files.doSetAttr = (target, node, change, ...calls) => {
      const mode = change.mode === undefined ? {} : { mode: change.mode & ~OTHERS }
      originalSetAttr(target, node, { ...change, ...mode }, ...calls)
    }
    files.stream_ops.fsync = ({ nfd, node }) =>
      files.tryFSOperation(() => {
        if (this.isOnDisk(nfd)) return 0
        if ((node.mode & KIND_MASK) === FOLDER) fsyncSync(nfd)
        else fdatasyncSync(nfd)
        return 0
      })
  }
}
