import { expect, test } from 'vitest'
import { UnfitFile, uploadProblem } from './upload-problem.ts'

const file = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
const refusal = (statusCode: string, message = '') => Object.assign(new Error(message), { status: 400, statusCode })

test.each([
  ['not a picture', refusal('415'), 'File front.jpg is not a valid image format'],
  ['damaged', refusal('400'), 'File front.jpg is not a valid image format'],
  ['too large', refusal('413'), 'File front.jpg is too large. Maximum size is 5MB.'],
  [
    'over the pixel limit',
    refusal('413', 'The picture has more than 50 megapixels'),
    'File front.jpg: The picture has more than 50 megapixels',
  ],
  ['rejected before the upload', new UnfitFile('No.'), 'No.'],
])('an upload cannot be retried for a file that is %s', (_, error, message) => {
  expect(uploadProblem(file, error)).toEqual({ message, canRetry: false })
})

test.each([
  ['the network is down', new TypeError('Failed to fetch')],
  ['the server fails', refusal('500')],
  ['the server is busy', refusal('429')],
  ['the disk is full', refusal('507')],
  ['the session has expired', refusal('403')],
])('an upload can be retried when %s', (_, error) => {
  expect(uploadProblem(file, error).canRetry).toBe(true)
})
