// Packs a folder into one file: ustar, which any tar can list, compressed with Brotli, which Node can read.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const BLOCK = 512
const FOLDER = '5'

export function packFolder(folder: string, archive: string, isWanted: (path: string) => boolean = () => true): void {
  const blocks: Buffer[] = []
  for (const path of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    if (!isWanted(path)) continue
    const info = statSync(join(folder, path))
    const bytes = info.isDirectory() ? Buffer.alloc(0) : readFileSync(join(folder, path))
    blocks.push(header(path, info.mode, bytes.length, info.isDirectory()), bytes, padding(bytes.length))
  }
  const tar = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  }
  writeFileSync(archive, brotliCompressSync(tar, { params }))
}

export function unpackFolder(archive: string, folder: string): void {
  const tar = brotliDecompressSync(readFileSync(archive))
  for (let at = 0; tar[at]; ) {
    const field = (start: number, length: number) =>
      tar.toString('utf8', at + start, at + start + length).replace(/\0.*$/s, '')
    const path = join(folder, field(0, 100))
    const mode = Number.parseInt(field(100, 8), 8)
    const size = Number.parseInt(field(124, 12), 8)
    const isFolder = field(156, 1) === FOLDER
    at += BLOCK
    if (isFolder) mkdirSync(path, { recursive: true, mode })
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, tar.subarray(at, at + size), { mode })
      at += size + padding(size).length
    }
  }
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

function header(path: string, mode: number, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(path) > 99) throw new Error(`${path} is too long for this archive`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  block.write(path, 0)
  block.write(octal(mode & 0o777, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(0, 12), 136)
  block.write('        ', 148)
  block.write(isFolder ? FOLDER : '0', 156)
  block.write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 7)}\0 `, 148)
  return block
}
