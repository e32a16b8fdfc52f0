/** Calls one of the database's functions that are the service's alone. Each runtime brings its own way. */
export type Rpc = <T>(name: string, args: Record<string, unknown>) => Promise<T>
