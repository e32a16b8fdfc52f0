// zod, told never to write code: it would first try whether it may, and the page's policy reports every such try.
import { z } from 'zod'

z.config({ jitless: true })

export { z }
