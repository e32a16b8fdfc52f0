import { expect, test } from 'vitest'
import { UnfitFile, uploadProblem } from './upload-problem.ts'

const file = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
const refusal = (statusCode: string, message = '') => Object.assign(new Error(message), { status: 400, statusCode })

test.each([
  ['no picture at all', refusal('415'), 'File front.jpg is not a valid image format'],
  ['damaged', refusal('400'), 'File front.jpg is not a valid image format'],
  ['too large', refusal('413'), 'File front.jpg is too large. Maximum size is 5MB.'],
  [
    'of too many pixels',
    refusal('413', 'The picture has more than 50 megapixels'),
    'File front.jpg: The picture has more than 50 megapixels',
  ],
  ['unfit before it is sent', new UnfitFile('No.'), 'No.'],
])('trying again does not help a file that is %s', (_, error, words) => {
  expect(uploadProblem(file, error)).toEqual({ words, canRetry: false })
})

test.each([
  ['the line is down', new TypeError('Failed to fetch')],
  ['the server stumbles', refusal('500')],
  ['the server is busy', refusal('429')],
  ['the disk is full', refusal('507')],
  ['the session is over', refusal('403')],
])('trying again may help when %s', (_, error) => {
  expect(uploadProblem(file, error).canRetry).toBe(true)
})
