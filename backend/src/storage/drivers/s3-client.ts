// The SDK is loaded at the first request to S3, so that a site without S3 spends neither time nor memory on it.

import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../config/config.ts'
import { MAX_S3_CONNECTIONS, S3_TRIES } from './limits.ts'
import type { S3Waits, S3Watch } from './s3-watch.ts'

type Sdk = typeof import('@aws-sdk/client-s3')
type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<Input, Output>
>[0]

export interface SendOptions {
  /** The total timeout for all attempts. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type SendToS3 = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  make: (sdk: Sdk) => Command<Input, Output>,
  options?: SendOptions,
) => Promise<Output>

export function createSendToS3(settings: S3Settings, waits: S3Waits, watch: S3Watch): SendToS3 {
  let opening: Promise<{ sdk: Sdk; client: S3Client }> | undefined

  return async (make, { timeoutMs = waits.responseMs, signal } = {}) => {
    opening ??= openClient(settings, waits)
    const { sdk, client } = await opening
    const deadline = AbortSignal.timeout(timeoutMs)
    const abortSignal = signal ? AbortSignal.any([deadline, signal]) : deadline
    return watch(() => client.send(make(sdk), { abortSignal }), signal)
  }
}

async function openClient(settings: S3Settings, { connectMs, idleMs }: S3Waits) {
  // Without this, the SDK would warn on stderr at every start that its future versions won't run on Node 20. The
  // installed version does run on it.
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
    // The driver sends Content-MD5 itself, because not every server supports newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // This header would cause a new connection to be opened for each larger file.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // The SDK's log may contain secrets.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
  return { sdk, client }
}

/**
 * Only AWS is certain to give a bucket its own host name. If the bucket's name contains a dot, no certificate covers
 * that host name.
 */
function isAws({ endpoint, bucket }: S3Settings): boolean {
  return /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname) && !bucket.includes('.')
}
