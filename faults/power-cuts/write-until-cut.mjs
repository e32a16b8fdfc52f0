// In Node 20, a worker thread must start from plain JavaScript.
import { tsImport } from 'tsx/esm/api'

await tsImport('./write-until-cut.ts', import.meta.url)
