// What one request, one network and one account may cost; docs/security.md has the same numbers as a table, and those that SQL
// holds. Generous for people, tight for floods.

const SECOND_MS = 1_000
const MINUTE = 60
const HOUR = 60 * MINUTE
const MIB = 1024 * 1024

// Bodies

/** Every body but an upload. */
export const MAX_BODY_BYTES = MIB
/** Of auth, where everything is short: an address, a password, a code, a token of a provider. */
export const MAX_AUTH_BODY_CHARACTERS = 64 * 1024
/** How deeply JSON may be nested in request bodies, REST filters and arguments, and upload metadata. */
export const MAX_JSON_DEPTH = 100
export { MAX_UPLOAD_BYTES } from '../../supabase/functions/_shared/picture-variants.ts'
/** A file of a bucket that is not for pictures of vehicles; read whole, so only a few at once. */
export const MAX_DOCUMENT_BYTES = 20 * MIB
export const MAX_DOCUMENTS_AT_ONCE = 4

// Connections

/** URL and headers together. Above it Node answers 431 without a body and closes the connection. */
export const MAX_HEADER_BYTES = 16 * 1024
/** Path and query: as much as nginx takes unless configured otherwise, and it leaves room for the headers. */
export const MAX_URL_CHARACTERS = 8 * 1024
/** Slashes in a path: matching routes takes time quadratic in them. */
export const MAX_PATH_SEGMENTS = 64
/** Paths whose routes a page asks for at once (React Router's route discovery); each is matched against all routes. */
export const MAX_DISCOVERED_PATHS = 100
export const MAX_COOKIE_BYTES = 4 * 1024
/** Of one process. Idle connections are closed before new ones are refused. */
export const MAX_CONNECTIONS = 4096
/** More than the requests of one network that ADMISSION lets run and wait. Proxies that TRUST_PROXY names are exempt. */
export const MAX_CONNECTIONS_PER_NETWORK = 512
export const SERVER_TIMES = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15 * SECOND_MS,
  /** To the end of its body: a picture of five megabytes over a slow line. */
  requestMs: 120 * SECOND_MS,
  /** Longer than proxies keep an idle connection, so that it is never us who closes it while they send. */
  keepAliveMs: 75 * SECOND_MS,
  /** Nothing sent and nothing read. */
  silenceMs: 120 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
}
/** Proxies in front of us that TRUST_PROXY may count. */
export const MAX_PROXY_HOPS = 10

// Requests under way and asked for, by client network. An office or a household shares one, and so does a flood.

export const ADMISSION = {
  /** Pages, rest, auth, functions, captcha. The embedded engine answers one at a time: whoever else comes waits for so many. */
  work: {
    runningPerNetwork: 4,
    waitingPerNetwork: 100,
    running: 256,
    waiting: 2000,
    burst: 400,
    perSecond: 20,
  },
  /** Everything of storage: a page shows dozens of pictures at once, and an upload takes its time. */
  pictures: {
    runningPerNetwork: 8,
    waitingPerNetwork: 300,
    running: 256,
    waiting: 4000,
    burst: 3000,
    perSecond: 100,
  },
}
export const MAX_ADMISSION_WAIT_MS = 10 * SECOND_MS
export const MAX_NETWORKS_REMEMBERED = 20_000
/** How long whoever asks too often waits for the refusal, and how many wait; the others hear it at once. */
export const REFUSALS_HELD = { milliseconds: SECOND_MS, count: 1000 }

// Processes that serve one site

/** Each has connections to the database; a PostgreSQL server takes 100 unless told otherwise. */
export const MAX_WORKERS = 16
/** What one is reckoned with when nobody said how many there should be. */
export const WORKER_MEMORY_BYTES = 384 * MIB
export const WORKER_TIMES = {
  /** Before one that ended is replaced; doubled for as long as none starts. */
  firstPauseMs: SECOND_MS,
  longestPauseMs: 30 * SECOND_MS,
  /** From being told to stop until it is ended. */
  stopMs: 20 * SECOND_MS,
}

// Log

/** Lines of one process in a second, by kind; what is left out is counted. Errors are always written. */
export const LOG_LINES_PER_SECOND = { requests: 200, refusals: 20, eachWarning: 20 }
/** How soon the counts of left-out lines are written. */
export const LOG_COUNTS_EVERY_MS = 10 * SECOND_MS
export const MAX_LOGGED_PATH_CHARACTERS = 200
export const MAX_LOGGED_MESSAGE_CHARACTERS = 2000
export const MAX_LOGGED_STACK_CHARACTERS = 8000

// Answers kept in memory

export const KEPT_ANSWERS = {
  /** All together, in one process. */
  bytes: 48 * MIB,
  eachBytes: MIB,
  /** What an entry costs beside the bytes of its key, headers and bodies: the objects around them. */
  entryOverhead: 4 * 1024,
  /** Addresses whose page is known without looking up the route. */
  addressBytes: 2 * MIB,
  /** How long one is kept where nobody tells of changes. */
  unheardMs: 60 * SECOND_MS,
}
/** Longer addresses are answered, not remembered. */
export const MAX_KEPT_URL_CHARACTERS = 1000
/** `Accept`, `Accept-Profile`, `Prefer` and `Range`: a request with a longer one is served, but neither its response nor its plan is cached. */
export const MAX_KEPT_HEADER_BYTES = 256

// Statements

/** How long one statement may take, by who asks. */
export const STATEMENT_TIMEOUT_MS = {
  anon: 2 * SECOND_MS,
  authenticated: 8 * SECOND_MS,
  service_role: 60 * SECOND_MS,
} as const

/** Of our own, outside a transaction with a limit of its own. */
export const OWN_STATEMENT_TIMEOUT_MS = 60 * SECOND_MS
/** The embedded engine counts processor time; how many times the limit may pass while other programs hold the processor. */
export const MAX_STATEMENT_PATIENCE = 5
/** How long work waits for its turn on the embedded engine, and how much of it. */
export const MAX_TURN_WAIT_MS = 15 * SECOND_MS
export const MAX_TURNS_WAITING = 1_000

// Connections to a PostgreSQL server

/** Those of the service itself, and those that serve callers, of one process; and of all workers together. */
export const MAX_DATABASE_CONNECTIONS = 10
export const MAX_DATABASE_CONNECTIONS_OF_WORKERS = 64
export const CONNECT_TIMEOUT_MS = 5 * SECOND_MS
/** How much longer than its statements we wait for an answer before the connection is given up. */
export const ANSWER_GRACE_MS = 5 * SECOND_MS
export const LISTEN_PING_MS = 30 * SECOND_MS
export const LISTEN_PING_LIMIT_MS = 10 * SECOND_MS
/** How long closing waits for connections to say goodbye. */
export const GOODBYE_MS = 5 * SECOND_MS

/** A read replica is asked while it is so close behind; how often that is looked at, and how long it may take to answer. */
export const REPLICA = {
  maxLagMs: 5 * SECOND_MS,
  checkEveryMs: SECOND_MS,
  connectMs: SECOND_MS,
  answerMs: 2 * SECOND_MS,
}

// Traces: spans sent at once and waiting to be sent, and what they wait for

export const TRACES = { batch: 512, waiting: 2048, everyMs: 5 * SECOND_MS, answerMs: 5 * SECOND_MS }

// Prepared statements and plans, kept because asked again and again

export const MAX_PREPARED_STATEMENTS = 60
/** With those that lost their name since; a connection that holds more is replaced. */
export const MAX_PREPARED_PER_CONNECTION = 2 * MAX_PREPARED_STATEMENTS
/** Longer statements are neither prepared nor kept as plans: hardly ever asked twice, and heavy. */
export const MAX_PREPARED_CHARACTERS = 12 * 1024
/** Texts counted, of which the most frequent get a name. */
export const MAX_REMEMBERED_STATEMENTS = 1000
export const STATEMENTS_PER_HALVING = 10_000
export const MAX_PLANS = 500
/** Longer queries are lists of ids, hardly ever asked twice. */
export const MAX_PLANNED_SEARCH_CHARACTERS = 2048

// rest: what one request may ask for

export const MAX_ROWS = 1000
/** A longer Content-Location is left out: proxies refuse answers whose headers are longer than a few kilobytes. */
export const MAX_CONTENT_LOCATION_CHARACTERS = 2048
export const MAX_CONDITIONS = 100
export const MAX_SELECT_ITEMS = 200
export const MAX_EMBED_DEPTH = 5
export const MAX_EMBEDS = 30
/** To-many embeds inside one another: each level multiplies. */
export const MAX_TO_MANY_DEPTH = 3
export const MAX_LOGIC_DEPTH = 12
export const MAX_JSON_STEPS = 20
/** A regular expression, and what its repetition adds when written out: `(ab){1,50}` adds 98 characters. */
export const MAX_PATTERN_CHARACTERS = 200
export const MAX_PATTERN_REPEATS = 100
/** A text search. Postgres holds 32 negations in a row. */
export const MAX_SEARCH_CHARACTERS = 500
export const MAX_SEARCH_NEGATIONS = 20

// rest: what one request may become, counted before any SQL is written

export const MAX_SUBQUERIES = 100
/** Embeds that decide which rows there are or how they are sorted: each is looked up for every row. */
export const MAX_LOOKUPS = 16
/** So many required embeds may be joined to the rows. Planning time explodes with the number of possible join orders. */
export const MAX_JOINED_LOOKUPS = 3
export const MAX_PREDICATES = 300
/** Regular expressions are compiled, and texts searched split into words, for every row. */
export const MAX_PATTERNS = 10
export const MAX_SEARCHES = 10
export const MAX_ORDER_TERMS = 30
/** With every `*` written out. Postgres itself takes 1,664 in one list. */
export const MAX_COLUMNS = 500
export const MAX_STATEMENT_CHARACTERS = 96 * 1024

// rest: what answers may cost

/** Of the body; counted inside the database while it is put together. */
export const MAX_ANSWER_BYTES = { anon: 4 * MIB, authenticated: 16 * MIB, service_role: 64 * MIB } as const
/** How long the requests of one network may keep the database busy. */
export const WORK_PER_NETWORK = { milliseconds: 20 * SECOND_MS, seconds: MINUTE }
/** Added for a statement that had to be ended or crashed the engine: on the embedded engine everyone waits for the restart. */
export const KILLED_STATEMENT_WORK_MS = 5 * SECOND_MS

// Leads

/** Enquiries and test drives together. */
export const LEADS_PER_NETWORK = { points: 60, seconds: HOUR }
/** Contact messages, and the calls to send-email. */
export { HUMAN_CHECKS_PER_NETWORK_AND_HOUR, SEND_EMAIL_LIMITS } from '../../supabase/functions/_shared/limits.ts'
// In SQL, because policies hold there whoever asks: 20 enquiries a day and 5 open test drives for one e-mail address from
// one network; 10 confirmations a day to one address and 500 to all, the ones above wait.

// captcha

export const CHALLENGE_MINUTES = 5
/** Rounds of SHA-256 for one try, and the tries: together a blink on a laptop, half a second on an old phone. */
export const PROOF_ROUNDS = 200
export const PROOF_TRIES = { min: 400, max: 1200 }
/** Where reCAPTCHA is in force, a proof in its place costs eight times as much, and each network has so many. */
export const PROOF_TRIES_BESIDE_RECAPTCHA = { min: 3200, max: 9600 }
export const PROOFS_BESIDE_RECAPTCHA_PER_NETWORK = { points: 20, seconds: HOUR }
/** After one refusal by Google a network's proofs are not taken for this long; after so many, Google is not asked either. */
export const RECAPTCHA_REFUSALS_PER_NETWORK = { points: 20, seconds: 10 * MINUTE }
// In SQL: a proof that was checked is good for two minutes, for each call of one submission once.

// auth: `...Address` counts by client network, `...Account` by e-mail or user, whether or not such an account exists

/** How long six digits from a mail are good, and the code that ends a PKCE flow. */
export const ONE_TIME_CODE_SECONDS = HOUR
export const FLOW_STATE_SECONDS = 5 * MINUTE

/** A second step: how long it waits for its code, how long its name may be, and how long a code that was right counts as recent. */
export const FACTOR_RULES = { challengeSeconds: 5 * MINUTE, nameLength: 100, recentSeconds: 10 * MINUTE } as const

/** How many an account has, how many characters of five bits each has, and how many may be typed for one. */
export const RECOVERY_CODES = { count: 10, length: 10, maxTyped: 40 } as const

export const TWILIO_ANSWER_MS = 10_000

/** How long a provider may take to answer, is remembered, and may have signed a token before. */
export const OPENID_RULES = {
  answerMs: 10_000,
  discoveryMs: HOUR * 1000,
  flowSeconds: 10 * MINUTE,
  tokenAgeSeconds: HOUR,
  clockToleranceSeconds: 30,
} as const

export const AUTH_RATES = {
  signupAddress: { points: 60, seconds: HOUR },
  /** Where accounts open without a mail, none can be used to fill somebody's mailbox. */
  signupUnmailedAddress: { points: 300, seconds: HOUR },
  // Of sign-ins, the failures only: whoever signs in often, or from a large office, is never refused.
  passwordAddress: { points: 60, seconds: 5 * MINUTE },
  /** By account and network together: a stranger locks out his own network alone. */
  passwordPair: { points: 10, seconds: 15 * MINUTE },
  /** A browser that signed in to this account before has tries of its own, before the ones above and below. */
  passwordDevice: { points: 10, seconds: 15 * MINUTE },
  /** From all unknown browsers together. Beyond it nobody is locked out, but all of them slow down: see PASSWORD_PAUSE. */
  passwordAccount: { points: 30, seconds: HOUR },
  passwordPause: { points: 1, seconds: MINUTE },
  /** What all networks together may try while they are slowed down. */
  passwordAccountSlow: { points: 20, seconds: MINUTE },
  refreshAddress: { points: 300, seconds: 5 * MINUTE },
  verifyAddress: { points: 30, seconds: 5 * MINUTE },
  /** Wrong codes of six digits for one account. The link beside the code is not held up by them. */
  codeAccount: { points: 10, seconds: HOUR },
  /** Wrong codes of a second step, by account and network together: whoever guesses locks out his own network alone. */
  factorPair: { points: 10, seconds: 15 * MINUTE },
  /** From all networks. */
  factorAccount: { points: 40, seconds: HOUR },
  /** How often one is begun, or asked for. */
  challengePair: { points: 30, seconds: 15 * MINUTE },
  /** Ways to a provider and back. */
  providerAddress: { points: 60, seconds: 5 * MINUTE },
  anonymousAddress: { points: 30, seconds: HOUR },
  mailAddress: { points: 60, seconds: HOUR },
  // One kind of mail to one address: a confirmation does not keep a reset waiting.
  mailAccount: { points: 1, seconds: MINUTE },
  mailAccountHourly: { points: 6, seconds: HOUR },
  textAddress: { points: 20, seconds: HOUR },
  textAccount: { points: 1, seconds: MINUTE },
  textAccountHourly: { points: 6, seconds: HOUR },
  /** All text messages together: what they may cost in an hour. */
  textAll: { points: 500, seconds: HOUR },
  /** Wrong keys only. */
  adminAddress: { points: 20, seconds: 5 * MINUTE },
  updateAccount: { points: 20, seconds: 15 * MINUTE },
} as const

/** How long a network (/24, IPv6 /48) waits between two tries at an account that is being guessed at. */
export const PASSWORD_PAUSE = { firstSeconds: 30, doublesEveryFailures: 10, maxSeconds: 15 * MINUTE } as const

/** How long a browser that signed in is known. */
export const KNOWN_DEVICE_DAYS = 180

// Pictures

/** 50 megapixels: the largest phones take 48. A small file can claim far more, and would fill the memory. */
export const MAX_PIXELS = 50_000_000
/** A logo in SVG: as large as a drawing gets, and no larger than can be drawn at once. */
export const MAX_SVG_BYTES = 200_000
export const MAX_SVG_ELEMENTS = 2000
export const MAX_SVG_DEPTH = 40
export const MAX_SVG_SECONDS = 5
/** A field beside the picture in an upload's form. */
export const MAX_UPLOAD_FIELD_BYTES = 16 * 1024
export const MAX_OBJECT_NAME_CHARACTERS = 500
export const MAX_OBJECT_NAME_PART_CHARACTERS = 200
export const MAX_OBJECTS_REMOVED = 1000
export const MAX_OBJECTS_LISTED = 1000
export const MAX_URLS_SIGNED = 1000
/** How long an address can be signed for, and how long one for an upload is good. */
export const MAX_SIGNED_SECONDS = 366 * 24 * HOUR
export const SIGNED_UPLOAD_SECONDS = 2 * HOUR
export const MAX_BUCKET_NAME_CHARACTERS = 100
export const MAX_BUCKETS_LISTED = 1000
export const MAX_MIME_TYPES = 100
export const MAX_MIME_TYPE_CHARACTERS = 200
export const MAX_PICTURE_CACHE_BYTES = 2048 * MIB
/** How seldom a use of a cached picture is noted, for evicting the ones that nobody uses. */
export const PICTURE_USE_NOTED_EVERY_MINUTES = 60
/** How many pictures may wait to be made, by everyone together, before those who wait for most are turned away. */
export const MAX_PICTURES_WAITING = 300
/** Being made and waiting for one network: two full lists on a cold cache. */
export const MAX_PICTURES_PER_NETWORK = 60
export const PICTURE_RETRY_AFTER_SECONDS = 2

/** Whoever writes or removes a file holds its name; longer than any of it takes, and no longer after a crash. */
export const NAME_HELD_SECONDS = 2 * MINUTE
/** How long another waits for it. */
export const NAME_WAIT_MS = 10 * SECOND_MS
/** Cleared away while their names are held together. */
export const MAX_FILES_TRASHED_AT_ONCE = 16

// Pictures on S3

/**
 * How long S3 may take to connect, and be silent in the middle of an answer, before another try; and all tries together for a
 * question, for reading a file whole, for writing one. Once it is away, one request asks anew each time `awayMs` is over.
 */
export const S3_WAITS = {
  connectMs: 2 * SECOND_MS,
  silentMs: 4 * SECOND_MS,
  answerMs: 6 * SECOND_MS,
  readMs: 20 * SECOND_MS,
  writeMs: 45 * SECOND_MS,
  awayMs: 2 * SECOND_MS,
} as const
export const S3_TRIES = 3
/** How long a process takes a picture for being there without asking; a removed one is shown that much longer by others. */
export const KNOWN_FILE_SECONDS = 30
export const MAX_KNOWN_FILES = 20_000
export const MAX_S3_CONNECTIONS = 32
/** Files read, moved or removed at once. */
export const MAX_S3_FILES_AT_ONCE = 8
/** After so many failures in a row nobody waits for S3 any more: one request at a time asks whether it is back. */
export const S3_FAILURES_UNTIL_AWAY = 3

/** Moving all files between the folder and S3: how many at once, and how long the mark of a mover that died holds changes back. */
export const MOVE_FILES_AT_ONCE = 4
export const MOVE_MARK_SECONDS = 5 * MINUTE

// Clearing pictures away

/** How long no vehicle has shown a picture before it goes to the trash. */
export const COLLECT_AFTER_HOURS = 24
export const TRASH_DAYS = 30
/** Files that the database has never heard of. A crash leaves a few; more look like somebody else's. */
export const MAX_UNEXPLAINED_FILES = 50
export const MAX_COLLECTED_A_ROUND = 5000

// The lock of an embedded data folder

export const LOCK_BEAT_SECONDS = 5
/** A holder that cannot be asked, in another container or on another machine, is taken for dead after this long. */
export const LOCK_SILENT_SECONDS = 30
/** A holder that could not beat for this long makes sure, before each statement, that the folder is still its own. */
export const LOCK_DOUBT_SECONDS = 15

// Jobs: what leaves the house (mails, listings) and what is done every so often

export { LISTING_RULES, LISTING_WAIT_MS, MAIL_RULES } from '../../supabase/functions/_shared/job-rules.ts'
/** A look at the queue when nothing woke us. */
export const JOB_POLL_MS = 30 * SECOND_MS
/** At least so long between two looks, when what is due is in other hands. */
export const JOB_MIN_PAUSE_MS = 200
export const HOUSEKEEPING_EVERY_SECONDS = HOUR
export const COLLECT_PICTURES_EVERY_SECONDS = HOUR
/** After it another process may begin the same round; kept up while the round goes on. */
export const ROUND_LEASE_SECONDS = 5 * MINUTE
export const ROUND_FIRST_PAUSE_SECONDS = MINUTE
/** Mails in the outbox: the address of a sent one, and the whole of one that was given up. */
export const KEEP_SENT_MAILS_DAYS = 30
export const KEEP_FAILED_MAILS_DAYS = 90

// Backups

/** The newest backup of so many days, weeks and months that have one. */
export const BACKUPS_KEPT = { days: 7, weeks: 4, months: 6 }
/** From when on a night's backup is due, by the clock in London, and how often somebody looks whether it is. */
export const BACKUP_HOUR = 3
export const BACKUP_LOOK_EVERY_SECONDS = 10 * MINUTE
/** How long after one that failed the next is tried: it may have read everything before it did. */
export const BACKUP_RETRY_SECONDS = HOUR
/** What it never takes of a disk. */
export const BACKUP_LEAVES_FREE_BYTES = 256 * MIB
