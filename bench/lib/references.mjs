// References measured on the same machine in the same run: bare Node and nginx serving our own bytes, and "the limit".
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProcess } from './site.mjs'

const servers = join(import.meta.dirname, 'servers')

/** One response as transferred, without decompressing it. */
export function answerOf(url, { path, headers = {} }) {
  return new Promise((resolve, reject) => {
    get(url + path, { headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { date, connection, 'keep-alive': _, 'transfer-encoding': __, ...kept } = response.headers
        const body = Buffer.concat(chunks)
        if (response.statusCode !== 200 && response.statusCode !== 206) {
          return reject(new Error(`${path}: status ${response.statusCode} ${body.subarray(0, 300)}`))
        }
        resolve({ path, headers: { ...kept, 'content-length': String(body.length) }, body })
      })
    }).on('error', reject)
  })
}

export async function startSameBytes(answers) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-bytes-'))
  const file = join(folder, 'answers.json')
  await writeFile(
    file,
    JSON.stringify(answers.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64') }))),
  )
  const port = await freePort()
  const server = await startProcess([join(servers, 'same-bytes.mjs'), String(port), file], {
    url: `http://127.0.0.1:${port}`,
    ready: '/ready',
    env: { NODE_ENV: 'production' },
  })
  await rm(folder, { recursive: true })
  return server
}

export async function startLimit(databaseUrl) {
  const port = await freePort()
  return startProcess([join(servers, 'limit.mjs'), String(port), databaseUrl], {
    url: `http://127.0.0.1:${port}`,
    ready: '/ready',
    env: { NODE_ENV: 'production' },
  })
}

/** nginx with one worker, serving the same bytes as files: /0, /1, ... in the order of the responses. */
export async function startNginx(answers) {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-nginx-'))
  const port = await freePort()
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files/ready'), 'ready')
  for (const [index, { body }] of answers.entries()) await writeFile(join(folder, 'files', String(index)), body)
  const isRoot = process.getuid?.() === 0
  await writeFile(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
    events { worker_connections 256; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
      client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      server { listen 127.0.0.1:${port}; root ${folder}/files; } }`,
  )
  const server = await startProcess(['-p', folder, '-c', join(folder, 'nginx.conf')], {
    url: `http://127.0.0.1:${port}`,
    ready: '/ready',
    command: 'nginx',
  })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...server, stop }
}
