// Three months of invented leads for the demo dealer, with replies, calls and notes. Names and messages are made up;
// the addresses are reserved for examples and the numbers for drama, so that nobody is ever written to or called.

import type { LeadKind } from '../functions/_shared/lead-kinds.ts'

type Step =
  | { event: 'note' | 'call'; days: number; body: string }
  | { event: 'reply'; days: number; subject: string; body: string }

export interface DemoLead {
  kind: LeadKind
  name: string
  email: string
  phone: string
  message: string
  /** The vehicle's number in the demo stock; null for a message. */
  vehicle: number | null
  status: 'New' | 'Responded' | 'Closed'
  /** How many days before the demo was added the lead arrived. */
  daysAgo: number
  /** For leads that staff entered. */
  cameBy?: 'telephone' | 'walk-in'
  /** For test drives: how many days after the demo was added (negative: before), and the hour. */
  drive?: { inDays: number; hour: number }
  nextStep?: { inDays: number; text: string }
  /** What staff did, and how many days after the lead arrived. */
  steps?: readonly Step[]
}

const person = (name: string, number: number) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
  phone: `07700 900${number}`,
})

const reply = (days: number, subject: string, body: string) => ({ event: 'reply', days, subject, body }) as const
const call = (days: number, body: string) => ({ event: 'call', days, body }) as const
const note = (days: number, body: string) => ({ event: 'note', days, body }) as const

const helen = person('Helen Marchbank', 201)
const tomasz = person('Tomasz Lewicki', 202)
const priya = person('Priya Nair', 203)
const gareth = person('Gareth Pugh', 204)
const oonagh = person('Oonagh Reilly', 205)

export const DEMO_ACTIVITY: readonly DemoLead[] = [
  {
    ...person('Douglas Kerr', 206),
    kind: 'enquiry',
    vehicle: 1,
    status: 'Closed',
    daysAgo: 88,
    message: 'Good evening. Does the 911 have its full Porsche service history, and when is the next service due?',
    steps: [
      reply(
        1,
        'Your enquiry about the Porsche 911',
        'Hello Douglas,\n\nIt does: four stamps, all from Porsche Centre Leicester, the last in June. The next service is due in eleven months.\n\nWould you like to come and see it?',
      ),
      call(3, 'Called. He has bought one nearer to home. Wished him well.'),
    ],
  },
  {
    ...helen,
    kind: 'enquiry',
    vehicle: 11,
    status: 'Closed',
    daysAgo: 81,
    message:
      'Would two child seats and a dog guard fit in the XC60 at the same time? We also have a caravan of 1,500 kg.',
    steps: [
      call(0, 'Both fit, and it may tow 2,250 kg. She will come on Saturday with the seats.'),
      note(4, 'Came with her husband and both seats. They like it, but want to see a diesel first.'),
    ],
  },
  {
    ...tomasz,
    kind: 'test-drive',
    vehicle: 20,
    status: 'Closed',
    daysAgo: 76,
    drive: { inDays: -72, hour: 11 },
    message: '',
    steps: [note(5, 'Drove for 40 minutes. Loves it, insurance quote was a shock. Call him in spring.')],
  },
  {
    ...person('Wendy Okafor', 207),
    kind: 'desk',
    cameBy: 'telephone',
    vehicle: 9,
    status: 'Closed',
    daysAgo: 70,
    message: 'Looking for a first car for her daughter, automatic, up to £16,000. Insurance group matters most.',
    steps: [
      call(1, 'Gave her the insurance group. Too high for a new driver. Told her about the Polo that is due in.'),
      note(20, 'The Polo went to auction. Let her know.'),
    ],
  },
  {
    ...person('Clive Ashworth', 208),
    kind: 'contact',
    vehicle: null,
    status: 'Closed',
    daysAgo: 66,
    message: 'Do you buy cars as well? I have a 2017 Audi A5 Sportback, 41,000 miles, one owner.',
    steps: [
      reply(
        1,
        'Your message to us',
        'Hello Clive,\n\nWe do. Please send us a few pictures and the service history, or bring it in on any weekday for a valuation while you wait.',
      ),
    ],
  },
  {
    ...gareth,
    kind: 'enquiry',
    vehicle: 14,
    status: 'Closed',
    daysAgo: 61,
    message: 'Is the Defender the six-cylinder? And is the tow bar the electric one?',
    steps: [
      reply(
        0,
        'Your enquiry about the Land Rover Defender',
        'Hello Gareth,\n\nYes to both: the D300 is the straight six, and the tow bar folds away electrically.\n\nYou are welcome to try it with your trailer.',
      ),
      call(6, 'Wants to bring his horsebox. Booked him in.'),
    ],
  },
  {
    ...gareth,
    kind: 'test-drive',
    vehicle: 14,
    status: 'Closed',
    daysAgo: 54,
    drive: { inDays: -52, hour: 10 },
    message: 'I will bring a twin-axle trailer.',
    steps: [note(2, 'Towed without trouble. Thinking about it until his current lease ends in January.')],
  },
  {
    ...priya,
    kind: 'enquiry',
    vehicle: 7,
    status: 'Closed',
    daysAgo: 49,
    message: 'What is the battery health on the Model 3, and is there a heat pump?',
    steps: [
      reply(
        1,
        'Your enquiry about the Tesla Model 3',
        'Hello Priya,\n\nThe test shows 94% of the original capacity, and the car has a heat pump. I can send you the report if you like.',
      ),
    ],
  },
  {
    ...person('Marcus Bell', 209),
    kind: 'desk',
    cameBy: 'walk-in',
    vehicle: 15,
    status: 'Closed',
    daysAgo: 45,
    message: 'Came in to look at the Mustang. Has a 2014 Focus ST to part exchange.',
    steps: [
      note(0, 'Offered £6,200 for the Focus. He hoped for £7,500.'),
      call(5, 'Still wants more for the Focus. Closed for now.'),
    ],
  },
  {
    ...person('Annelise Brandt', 210),
    kind: 'contact',
    vehicle: null,
    status: 'Closed',
    daysAgo: 40,
    message: 'Are you open on the bank holiday Monday?',
    steps: [reply(0, 'Your message to us', 'Hello Annelise,\n\nYes, from ten until four. See you then.')],
  },
  {
    ...oonagh,
    kind: 'enquiry',
    vehicle: 16,
    status: 'Responded',
    daysAgo: 33,
    message: 'How long does the EV6 take to charge on a 7 kW wallbox? And can you arrange the wallbox?',
    steps: [
      reply(
        1,
        'Your enquiry about the Kia EV6',
        'Hello Oonagh,\n\nAbout eleven hours from empty, so overnight is plenty. We work with a local electrician who will visit you and quote.',
      ),
      call(9, 'Waiting for the electrician’s quote. Likes the blue one.'),
    ],
    nextStep: { inDays: 3, text: 'Ask whether the wallbox quote has arrived' },
  },
  {
    ...person('Ravi Deshmukh', 211),
    kind: 'test-drive',
    vehicle: 5,
    status: 'Closed',
    daysAgo: 30,
    drive: { inDays: -26, hour: 14 },
    message: 'My wife will come along and drive too.',
    steps: [call(5, 'Both enjoyed it. They are deciding between this and an S5.'), note(12, 'Bought the S5.')],
  },
  {
    ...helen,
    kind: 'enquiry',
    vehicle: 17,
    status: 'Responded',
    daysAgo: 24,
    message:
      'Hello again. We asked about the XC60 in the summer. Is the Superb the diesel, and does it have the panoramic roof?',
    steps: [
      note(0, 'The same family as the XC60. They have two child seats and a dog.'),
      reply(
        0,
        'Your enquiry about the Skoda Superb',
        'Hello Helen,\n\nGood to hear from you. It is the diesel, and it has the panoramic roof. With both seats in, the dog still gets 660 litres.\n\nShall I keep Saturday morning free for you?',
      ),
    ],
    nextStep: { inDays: -1, text: 'Call Helen about Saturday' },
  },
  {
    ...person('Josephine Tait', 212),
    kind: 'desk',
    cameBy: 'telephone',
    vehicle: 8,
    status: 'Responded',
    daysAgo: 19,
    message:
      'Rang about the F-Type for her husband’s sixtieth birthday on the 12th of next month. Must stay a secret: call her mobile only.',
    steps: [call(2, 'Sent her a walk-round video. She will come on a Thursday, when he plays golf.')],
    nextStep: { inDays: 1, text: 'Agree a Thursday' },
  },
  {
    ...person('Edmund Fairley', 213),
    kind: 'enquiry',
    vehicle: 3,
    status: 'Responded',
    daysAgo: 15,
    message: 'Would you deliver the Continental to Jersey, and what would that cost?',
    steps: [
      note(0, 'Asked the transport company for a price.'),
      reply(
        3,
        'Your enquiry about the Bentley Continental GT',
        'Hello Edmund,\n\nDelivery to Jersey by covered transporter and ferry is £980, including insurance. VAT on the island is another matter; I can put you in touch with someone who does this every week.',
      ),
    ],
  },
  {
    ...tomasz,
    kind: 'enquiry',
    vehicle: 10,
    status: 'Responded',
    daysAgo: 11,
    message: 'I drove your GR Yaris in August. The Golf GTI would be half the insurance! Is it manual?',
    steps: [
      reply(
        0,
        'Your enquiry about the Golf GTI',
        'Hello Tomasz,\n\nIt is a manual, and yes, your insurer will be happier. Come and drive it whenever you like.',
      ),
    ],
  },
  {
    ...person('Sunita Grewal', 214),
    kind: 'contact',
    vehicle: null,
    status: 'Responded',
    daysAgo: 8,
    message: 'I left my umbrella in your showroom on Tuesday. Navy, wooden handle.',
    steps: [call(0, 'Found it. She collects it on Friday.')],
  },
  {
    ...person('Alastair Munro', 215),
    kind: 'test-drive',
    vehicle: 12,
    status: 'Responded',
    daysAgo: 5,
    drive: { inDays: 2, hour: 11 },
    message: 'I would like to hear the V8 cold, if that can be arranged.',
    steps: [note(1, 'Leave the car outside overnight, and do not start it before he arrives.')],
  },
  {
    ...tomasz,
    kind: 'test-drive',
    vehicle: 10,
    status: 'Responded',
    daysAgo: 4,
    drive: { inDays: 1, hour: 16 },
    message: '',
  },
  {
    ...person('Beatrice Holloway', 216),
    kind: 'enquiry',
    vehicle: 4,
    status: 'Responded',
    daysAgo: 3,
    message: 'How far does the Range Rover Sport really go on electricity alone? My commute is 22 miles.',
    steps: [call(1, 'About 48 miles in mild weather. She will talk to her employer about charging.')],
    nextStep: { inDays: 0, text: 'Ask about charging at work' },
  },
  {
    ...person('Noel Fitzgibbon', 217),
    kind: 'enquiry',
    vehicle: 19,
    status: 'New',
    daysAgo: 1,
    message: 'Is the price of the Levante negotiable for a cash buyer this week?',
  },
  {
    ...person('Imogen Castle', 218),
    kind: 'contact',
    vehicle: null,
    status: 'New',
    daysAgo: 1,
    message: 'Do you have anything with seven seats, or is something coming in?',
  },
  {
    ...priya,
    kind: 'test-drive',
    vehicle: 7,
    status: 'New',
    daysAgo: 0,
    drive: { inDays: 4, hour: 10 },
    message: 'Could you leave it with at least half a charge? I would like to try the motorway.',
  },
  {
    ...person('Rupert Lisle', 219),
    kind: 'enquiry',
    vehicle: 2,
    status: 'New',
    daysAgo: 0,
    message: 'Does the S-Class have the rear entertainment screens? I am mostly a passenger.',
  },
]
