// A worker thread of Node 20 must start with plain JavaScript.
import { tsImport } from 'tsx/esm/api'

await tsImport('./write-until-cut.ts', import.meta.url)
