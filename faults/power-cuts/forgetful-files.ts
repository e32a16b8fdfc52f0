// Simulates a disk that loses power. It keeps everything that was synced with fsync, and a random part of later
// changes: single sectors of a file, its size, and created, removed and renamed files.
//
// It guarantees no more than real disks do. A sector of 512 bytes is entirely old or entirely new, changes to one
// folder are applied in order, and a synced file keeps its name.

import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type FileNode, type NodeFiles, type OpenFile, SyncedFiles } from '../../backend/src/db/synced-files.ts'

const SECTOR = 512
const KIND_MASK = 0o170000
const FOLDER = 0o040000

/** Unsynced changes to one file. */
interface Unsynced {
  /** The size on the disk. */
  size: number
  /** The old contents of sectors written since the last sync. Sectors beyond `size` have no old contents. */
  sectors: Map<number, Buffer>
  /** Used to read old contents. */
  descriptor: number
}

/** Unsynced changes to one folder, oldest first; `saved` is a link to the file that had the name before. */
type NameChange =
  | { kind: 'made'; name: string; inode: number }
  | { kind: 'removed'; name: string; saved: string | null }
  | { kind: 'renamed'; from: string; name: string; saved: string | null }

export interface CutFigures {
  unsyncedSectors: number
  lostSectors: number
  unsyncedNames: number
  lostNames: number
}

export interface ForgetfulOptions {
  random: () => number
  /** The power is cut just before the change with this number, counting from when the database is opened. */
  cutAt: number
  /** The folder that holds the state of the disk after the cut. */
  target: string
  onCut(figures: CutFigures): never
}

export class ForgetfulFiles extends SyncedFiles {
  readonly #folder: string
  readonly #removed: string
  readonly #options: ForgetfulOptions
  readonly #files = new Map<number, Unsynced>()
  readonly #names = new Map<string, NameChange[]>()
  #changes = 0
  #saves = 0

  constructor(folder: string, options: ForgetfulOptions) {
    super(folder)
    this.#folder = resolve(folder)
    this.#removed = `${this.#folder}.removed`
    this.#options = options
    mkdirSync(this.#removed, { recursive: true })
  }

  protected override adapt(files: NodeFiles): void {
    super.adapt(files)
    const stream = { ...files.stream_ops }
    const node = { ...files.node_ops }
    const pathIn = (folder: FileNode, name: string) => join(files.realPath(folder), name)

    files.stream_ops.write = (file, buffer, offset, length, position) => {
      this.#step()
      this.#note(`/proc/self/fd/${file.nfd}`, position, position + length)
      return stream.write(file, buffer, offset, length, position)
    }
    files.stream_ops.setattr = (file, change) => {
      this.#noteSize(`/proc/self/fd/${file.nfd}`, change)
      stream.setattr(file, change)
    }
    files.stream_ops.fsync = (file) => {
      const path = files.realPath(file.node)
      // Recovery syncs every file, including those without changes.
      if (this.#names.get(path)?.length || this.#files.has(fstatSync(file.nfd).ino)) this.#step()
      this.#settle(file, path)
      return 0
    }
    files.node_ops.setattr = (target, change) => {
      this.#noteSize(files.realPath(target), change)
      node.setattr(target, change)
    }
    files.node_ops.mknod = (parent, name, mode, device) => {
      this.#step()
      const made = node.mknod(parent, name, mode, device)
      const path = pathIn(parent, name)
      this.#noteName(path, { kind: 'made', name, inode: statSync(path).ino })
      return made
    }
    files.node_ops.rename = (target, folder, name) => {
      this.#step()
      const path = pathIn(folder, name)
      const from = files.realPath(target)
      if (dirname(from) !== dirname(path)) throw new Error(`Renamed into another folder: ${from} to ${path}`)
      const saved = existsSync(path) ? this.#save(path) : null
      node.rename(target, folder, name)
      this.#noteName(path, { kind: 'renamed', from: basename(from), name, saved })
    }
    files.node_ops.unlink = (folder, name) => {
      this.#step()
      const path = pathIn(folder, name)
      const saved = this.#save(path)
      node.unlink(folder, name)
      this.#noteName(path, { kind: 'removed', name, saved })
    }
    files.node_ops.rmdir = (folder, name) => {
      this.#step()
      node.rmdir(folder, name)
      this.#noteName(pathIn(folder, name), { kind: 'removed', name, saved: null })
    }
  }

  #step(): void {
    if (++this.#changes === this.#options.cutAt) this.#options.onCut(this.#cut())
  }

  #noteSize(path: string, { size }: { size?: number }): void {
    if (size === undefined) return
    this.#step()
    this.#note(path, size, Number.POSITIVE_INFINITY)
  }

  /** Saves the old contents of the bytes that are about to change. */
  #note(path: string, from: number, to: number): void {
    const { ino, size } = statSync(path)
    let file = this.#files.get(ino)
    if (!file) {
      file = { size, sectors: new Map(), descriptor: openSync(path, 'r') }
      this.#files.set(ino, file)
    }
    const end = Math.min(to, file.size)
    for (let sector = Math.floor(from / SECTOR); sector * SECTOR < end; sector++) {
      if (file.sectors.has(sector)) continue
      const bytes = Buffer.alloc(Math.min(SECTOR, file.size - sector * SECTOR))
      readSync(file.descriptor, bytes, 0, bytes.length, sector * SECTOR)
      file.sectors.set(sector, bytes)
    }
  }

  #noteName(path: string, change: NameChange): void {
    const changes = this.#names.get(dirname(path)) ?? []
    changes.push(change)
    this.#names.set(dirname(path), changes)
  }

  /** A second link preserves a file that loses its name. */
  #save(path: string): string {
    const link = join(this.#removed, String(this.#saves++))
    linkSync(path, link)
    return link
  }

  #settle(file: OpenFile, path: string): void {
    if ((file.node.mode & KIND_MASK) === FOLDER) {
      this.#names.delete(path)
      return
    }
    const { ino } = fstatSync(file.nfd)
    const unsynced = this.#files.get(ino)
    if (unsynced) closeSync(unsynced.descriptor)
    this.#files.delete(ino)
    this.#settleName(path, ino)
  }

  #settleName(path: string, inode: number): void {
    if (!path.startsWith(`${this.#folder}/`)) return
    const folder = dirname(path)
    const changes = this.#names.get(folder) ?? []
    const made = changes.findIndex((change) => change.kind === 'made' && change.inode === inode)
    if (made >= 0) changes.splice(0, made + 1)
    if (folder !== this.#folder) this.#settleName(folder, statSync(folder).ino)
  }

  #cut(): CutFigures {
    const { target } = this.#options
    const figures = { unsyncedSectors: 0, lostSectors: 0, unsyncedNames: 0, lostNames: 0 }
    rmSync(target, { recursive: true, force: true })
    cpSync(this.#folder, target, { recursive: true })
    for (const path of walk(this.#folder)) {
      this.#forget(statSync(path).ino, join(target, relative(this.#folder, path)), figures)
    }
    // Deepest first, because a new folder may disappear with everything in it.
    const folders = [...this.#names].sort(([a], [b]) => b.length - a.length)
    for (const [folder, changes] of folders) {
      figures.unsyncedNames += changes.length
      const place = join(target, relative(this.#folder, folder))
      const kept = Math.floor(this.#options.random() * (changes.length + 1))
      for (const change of changes.slice(kept).reverse()) {
        figures.lostNames++
        if (existsSync(place)) this.#undo(place, change, figures)
      }
    }
    return figures
  }

  #undo(place: string, change: NameChange, figures: CutFigures): void {
    const path = join(place, change.name)
    if (change.kind === 'made') rmSync(path, { recursive: true, force: true })
    else if (change.kind === 'renamed') renameSync(path, join(place, change.from))
    if (change.kind === 'made') return
    if (change.saved) {
      copyFileSync(change.saved, path)
      this.#forget(statSync(change.saved).ino, path, figures)
    } else if (change.kind === 'removed') mkdirSync(path)
  }

  /** `path` is a copy of the file before the cut; this function makes it match the disk after the cut. */
  #forget(inode: number, path: string, figures: CutFigures): void {
    const file = this.#files.get(inode)
    if (!file) return
    const { random } = this.#options
    const share = [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] as number
    const descriptor = openSync(path, 'r+')
    const { size } = fstatSync(descriptor)
    const losesSize = size !== file.size && random() < 0.5
    const end = losesSize ? file.size : size
    ftruncateSync(descriptor, end)
    for (let sector = 0; sector * SECTOR < Math.max(size, file.size); sector++) {
      const old = file.sectors.get(sector)
      const isNew = sector * SECTOR >= file.size
      if (!old && !isNew) continue
      figures.unsyncedSectors++
      // If the file gets its old, larger size back, the sectors beyond the new size have their old contents.
      const isCutOff = losesSize && sector * SECTOR >= size
      if (sector * SECTOR >= end || !(isCutOff || random() < share)) continue
      figures.lostSectors++
      const bytes = Buffer.alloc(Math.min(SECTOR, end - sector * SECTOR))
      old?.copy(bytes)
      writeSync(descriptor, bytes, 0, bytes.length, sector * SECTOR)
    }
    closeSync(descriptor)
  }
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (entry.isFile()) yield path
  }
}
