type Table = { Row: Record<string, unknown>; Insert: Record<string, unknown>; Update: Record<string, unknown>; Relationships: [] }

export type Database = {
  public: { Tables: Record<string, Table>; Views: Record<string, never>; Functions: Record<string, never> }
}
