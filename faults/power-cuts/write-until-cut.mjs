// Threads of Node 20 begin with plain JavaScript.
import { tsImport } from 'tsx/esm/api'

await tsImport('./write-until-cut.ts', import.meta.url)
