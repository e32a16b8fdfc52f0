// zod without its JIT compiler: it would first test whether eval is allowed, and the content security policy reports
// every test.
import { z } from 'zod'

z.config({ jitless: true })

export { z }
