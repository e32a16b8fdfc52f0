import { expect, test } from 'vitest'
import { choiceInWords, outcomeInWords, reasonsOf } from './removal-in-words.ts'

test.each([
  [{ vehicles: 1, pictures: 1, leads: 0 }, '1 vehicle and its 1 picture'],
  [
    { vehicles: 1200, pictures: 6000, leads: 24 },
    '1,200 vehicles and their 6,000 pictures, with 24 invented enquiries',
  ],
  [{ vehicles: 2, pictures: 0, leads: 1 }, '2 vehicles, with 1 invented enquiry'],
])('the confirmation text for %o has the right numbers', (choice, words) => {
  expect(choiceInWords(choice)).toBe(words)
})

test.each([
  [19, 19, '19 vehicles removed.'],
  [19, 18, '18 vehicles removed. 1 was edited or enquired about in the meantime and was kept.'],
  [19, 1, '1 vehicle removed. 18 were edited or enquired about in the meantime and were kept.'],
])('the message shows the outcome when %d vehicles were chosen and %d removed', (chosen, removed, words) => {
  expect(outcomeInWords(chosen, removed)).toBe(words)
})

test.each([
  [{ is_edited: true, leads: 0 }, 'edited'],
  [{ is_edited: false, leads: 1 }, '1 enquiry or test drive'],
  [{ is_edited: true, leads: 2 }, 'edited, 2 enquiries and test drives'],
])('the reason for keeping a vehicle with %o is shown', (vehicle, words) => {
  expect(reasonsOf(vehicle)).toBe(words)
})
