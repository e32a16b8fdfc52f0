// zod without its JIT compiler, which would test whether eval is allowed and thereby violate the content security
// policy.
import { z } from 'zod'

z.config({ jitless: true })

export { z }
