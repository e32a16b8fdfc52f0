// A disk without power. It keeps what was made sure of by an fsync; of everything since, what it keeps is left to chance: single
// sectors of a file, how long the file is, new names, removed ones and changed ones.
//
// What real disks promise is promised here, too, and nothing beyond: a sector of 512 bytes is old or new, never half; the
// changes of one folder reach the disk in their order; a file that was made sure of has its name.

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

/** What is not on the disk of one file. */
interface Unsynced {
  /** As it is on the disk. */
  size: number
  /** The sectors that were written since, as they are on the disk; those beyond its size are not. */
  sectors: Map<number, Buffer>
  /** To read them with. */
  descriptor: number
}

/** What is not on the disk of one folder, oldest first; `buried` keeps what a name meant before. */
type NameChange =
  | { kind: 'made'; name: string; inode: number }
  | { kind: 'removed'; name: string; buried: string | null }
  | { kind: 'renamed'; from: string; name: string; buried: string | null }

export interface CutFigures {
  /** What stood on no disk when the power went. */
  unsyncedSectors: number
  lostSectors: number
  unsyncedNames: number
  lostNames: number
}

export interface ForgetfulOptions {
  random: () => number
  /** The power goes before this one of the changes, counted from the opening. */
  cutAt: number
  /** Where the disk is written as it is found afterwards. */
  target: string
  onCut(figures: CutFigures): never
}

export class ForgetfulFiles extends SyncedFiles {
  readonly #folder: string
  readonly #graves: string
  readonly #options: ForgetfulOptions
  readonly #files = new Map<number, Unsynced>()
  readonly #names = new Map<string, NameChange[]>()
  #changes = 0
  #buried = 0

  constructor(folder: string, options: ForgetfulOptions) {
    super(folder)
    this.#folder = resolve(folder)
    this.#graves = `${this.#folder}.graves`
    this.#options = options
    mkdirSync(this.#graves, { recursive: true })
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
      // A start after a crash makes sure of every file there is, most of which need it no more.
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
      const buried = existsSync(path) ? this.#bury(path) : null
      node.rename(target, folder, name)
      this.#noteName(path, { kind: 'renamed', from: basename(from), name, buried })
    }
    files.node_ops.unlink = (folder, name) => {
      this.#step()
      const path = pathIn(folder, name)
      const buried = this.#bury(path)
      node.unlink(folder, name)
      this.#noteName(path, { kind: 'removed', name, buried })
    }
    files.node_ops.rmdir = (folder, name) => {
      this.#step()
      node.rmdir(folder, name)
      this.#noteName(pathIn(folder, name), { kind: 'removed', name, buried: null })
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

  /** Keeps what is on the disk of the bytes that are about to change. */
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

  /** A second name elsewhere keeps a file that loses its own. */
  #bury(path: string): string {
    const grave = join(this.#graves, String(this.#buried++))
    linkSync(path, grave)
    return grave
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
    // The deepest first: a folder that was made since may vanish with all that is in it.
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
    if (change.buried) {
      copyFileSync(change.buried, path)
      this.#forget(statSync(change.buried).ino, path, figures)
    } else if (change.kind === 'removed') mkdirSync(path)
  }

  /** `path` is a copy of the file as it was before the cut, which becomes what the disk has of it. */
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
      // What lay beyond a size that came back has nothing newer than what it was.
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
