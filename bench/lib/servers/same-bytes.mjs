// Bare Node serving our own responses from memory, including their headers. node same-bytes.mjs PORT ANSWERS.json
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ path, headers, body }) => [
    path,
    [headers, Buffer.from(body, 'base64')],
  ]),
)

createServer((request, response) => {
  const answer = answers.get(request.url)
  if (!answer) return response.writeHead(request.url === '/ready' ? 200 : 404).end()
  response.writeHead(200, answer[0])
  response.end(answer[1])
}).listen(Number(port), '127.0.0.1')
