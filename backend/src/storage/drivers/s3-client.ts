// The SDK, loaded when S3 is first asked: a site without it pays neither time nor memory.

import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../config/config.ts'
import { MAX_S3_CONNECTIONS, S3_TRIES } from './limits.ts'
import type { S3Waits, S3Watch } from './s3-watch.ts'

type Sdk = typeof import('@aws-sdk/client-s3')
type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<Input, Output>
>[0]

export interface Patience {
  /** Of all tries together. */
  withinMs?: number
  signal?: AbortSignal
}

export type SendToS3 = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  make: (sdk: Sdk) => Command<Input, Output>,
  patience?: Patience,
) => Promise<Output>

export function createSendToS3(settings: S3Settings, waits: S3Waits, watch: S3Watch): SendToS3 {
  let opening: Promise<{ sdk: Sdk; client: S3Client }> | undefined

  return async (make, { withinMs = waits.answerMs, signal } = {}) => {
    opening ??= openClient(settings, waits)
    const { sdk, client } = await opening
    const deadline = AbortSignal.timeout(withinMs)
    const abortSignal = signal ? AbortSignal.any([deadline, signal]) : deadline
    return watch(() => client.send(make(sdk), { abortSignal }), signal)
  }
}

async function openClient(settings: S3Settings, { connectMs, silentMs }: S3Waits) {
  // It warns on stderr at every start that versions of next year will not run on Node 20; ours is held at one that does.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const sdk = await import('@aws-sdk/client-s3')
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const agent = { maxSockets: MAX_S3_CONNECTIONS, keepAlive: true }
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: !isAws(settings),
    maxAttempts: S3_TRIES,
    retryMode: 'standard',
    // Newer checksums than Content-MD5, which we send ourselves, are not understood everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection of its own for each larger file.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // What it has to say may hold what nobody should read.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
  return { sdk, client }
}

/** Only there a bucket is sure to have a host name of its own; one with a dot has none that a certificate covers. */
function isAws({ endpoint, bucket }: S3Settings): boolean {
  return /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname) && !bucket.includes('.')
}
