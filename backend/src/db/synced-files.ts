// The embedded engine's files. PGlite's own layer answers every fsync with "done" and does nothing; this one waits for the
// disk. PostgreSQL says what must be there when: the log with each commit, tables and pg_control with each checkpoint,
// folders where a name in them is new.
//
// Emscripten also sets a new file's mode after making it, past the process's umask, and most of PostgreSQL's files became
// 0666: here they are for their owner alone.

import { fdatasyncSync, fstatSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = Parameters<NodeFS['init']>

/** What we know of Emscripten's layer over Node's files. */
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
  /** Turns an error of Node's into one that PostgreSQL is told of. */
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

/** The permissions of the group and of others. */
const OTHERS = 0o077
const KIND_MASK = 0o170000
const FOLDER = 0o040000

export class SyncedFiles extends NodeFS {
  #mount: Mount | null = null

  /** After a crash PostgreSQL syncs every file there is. Those not changed since `syncedUntil` are on the disk already. */
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

  /** To be called once the folder has been given another name: every path begins with this one. */
  follow(folder: string): void {
    if (this.#mount) this.#mount.opts.root = folder
  }

  /** To be called once recovery is over: from then on a clock that is set back must not make a new change look old. */
  syncAll(): void {
    this.syncedUntil = 0
  }

  protected isOnDisk(descriptor: number): boolean {
    return this.syncedUntil > 0 && fstatSync(descriptor).ctimeMs < this.syncedUntil
  }

  protected adapt(files: NodeFiles): void {
    const mountAsGiven = files.mount
    files.mount = (mount) => {
      this.#mount = mount
      return mountAsGiven(mount)
    }
    const setAsGiven = files.doSetAttr
    files.doSetAttr = (target, node, change, ...calls) => {
      const mode = change.mode === undefined ? {} : { mode: change.mode & ~OTHERS }
      setAsGiven(target, node, { ...change, ...mode }, ...calls)
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
