export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      activity: {
        Row: { id: number; kind: string; summary: string; vehicle_id: string | null; actor_id: string | null; created_at: string }
        Insert: { id?: number; kind: string; summary: string; vehicle_id?: string | null; actor_id?: string | null; created_at?: string }
        Update: { id?: number; kind?: string; summary?: string; vehicle_id?: string | null; actor_id?: string | null; created_at?: string }
        Relationships: [{ foreignKeyName: 'activity_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }, { foreignKeyName: 'activity_actor_id_fkey'; columns: ['actor_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      car_makes: {
        Row: { name: string }
        Insert: { name: string }
        Update: { name?: string }
        Relationships: []
      }
      config: {
        Row: { key: string; value: string }
        Insert: { key: string; value?: string }
        Update: { key?: string; value?: string }
        Relationships: []
      }
      contact_messages: {
        Row: { id: string; name: string; email: string; phone: string; message: string; status: string; created_at: string; updated_at: string }
        Insert: { id?: string; name: string; email: string; phone?: string; message: string; status?: string; created_at?: string; updated_at?: string }
        Update: { id?: string; name?: string; email?: string; phone?: string; message?: string; status?: string; created_at?: string; updated_at?: string }
        Relationships: []
      }
      customer_disable_history: {
        Row: { id: number; customer_id: string | null; admin_id: string | null; customer_email: string; admin_email: string; action: string; created_at: string }
        Insert: { id?: number; customer_id?: string | null; admin_id?: string | null; customer_email?: string; admin_email?: string; action: string; created_at?: string }
        Update: { id?: number; customer_id?: string | null; admin_id?: string | null; customer_email?: string; admin_email?: string; action?: string; created_at?: string }
        Relationships: [{ foreignKeyName: 'customer_disable_history_customer_id_fkey'; columns: ['customer_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }, { foreignKeyName: 'customer_disable_history_admin_id_fkey'; columns: ['admin_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      email_outbox: {
        Row: { id: string; template: string; recipient: string | null; data: Json; dedupe_key: string | null; status: string; attempts: number; next_attempt_at: string; locked_until: string | null; last_error: string | null; message_id: string | null; created_at: string; sent_at: string | null }
        Insert: { id?: string; template: string; recipient?: string | null; data?: Json; dedupe_key?: string | null; status?: string; attempts?: number; next_attempt_at?: string; locked_until?: string | null; last_error?: string | null; message_id?: string | null; created_at?: string; sent_at?: string | null }
        Update: { id?: string; template?: string; recipient?: string | null; data?: Json; dedupe_key?: string | null; status?: string; attempts?: number; next_attempt_at?: string; locked_until?: string | null; last_error?: string | null; message_id?: string | null; created_at?: string; sent_at?: string | null }
        Relationships: []
      }
      enquiries: {
        Row: { id: string; name: string; email: string; phone: string; message: string; vehicle_id: string | null; vehicle_title: string; status: string; created_at: string; updated_at: string }
        Insert: { id?: string; name: string; email: string; phone: string; message: string; vehicle_id?: string | null; vehicle_title?: string; status?: string; created_at?: string; updated_at?: string }
        Update: { id?: string; name?: string; email?: string; phone?: string; message?: string; vehicle_id?: string | null; vehicle_title?: string; status?: string; created_at?: string; updated_at?: string }
        Relationships: [{ foreignKeyName: 'enquiries_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }]
      }
      profiles: {
        Row: { id: string; first_name: string; last_name: string; email: string; phone: string; disabled: boolean; created_at: string; updated_at: string }
        Insert: { id: string; first_name?: string; last_name?: string; email?: string; phone?: string; disabled?: boolean; created_at?: string; updated_at?: string }
        Update: { id?: string; first_name?: string; last_name?: string; email?: string; phone?: string; disabled?: boolean; created_at?: string; updated_at?: string }
        Relationships: []
      }
      test_drives: {
        Row: { id: string; name: string; email: string; phone: string; message: string; vehicle_id: string | null; vehicle_title: string; preferred_date: string; status: string; created_at: string; updated_at: string }
        Insert: { id?: string; name: string; email: string; phone: string; message?: string; vehicle_id?: string | null; vehicle_title?: string; preferred_date: string; status?: string; created_at?: string; updated_at?: string }
        Update: { id?: string; name?: string; email?: string; phone?: string; message?: string; vehicle_id?: string | null; vehicle_title?: string; preferred_date?: string; status?: string; created_at?: string; updated_at?: string }
        Relationships: [{ foreignKeyName: 'test_drives_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }]
      }
      user_roles: {
        Row: { user_id: string; role: string }
        Insert: { user_id: string; role?: string }
        Update: { user_id?: string; role?: string }
        Relationships: [{ foreignKeyName: 'user_roles_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] }]
      }
      vehicle_features: {
        Row: { id: number; vehicle_id: string; feature: string }
        Insert: { id?: number; vehicle_id: string; feature: string }
        Update: { id?: number; vehicle_id?: string; feature?: string }
        Relationships: [{ foreignKeyName: 'vehicle_features_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }]
      }
      vehicle_images: {
        Row: { vehicle_id: string; image_url: string; is_primary: boolean; display_order: number }
        Insert: { vehicle_id: string; image_url: string; is_primary?: boolean; display_order?: number }
        Update: { vehicle_id?: string; image_url?: string; is_primary?: boolean; display_order?: number }
        Relationships: [{ foreignKeyName: 'vehicle_images_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }]
      }
      vehicle_specifications: {
        Row: { id: number; vehicle_id: string; spec_key: string; spec_value: string }
        Insert: { id?: number; vehicle_id: string; spec_key: string; spec_value: string }
        Update: { id?: number; vehicle_id?: string; spec_key?: string; spec_value?: string }
        Relationships: [{ foreignKeyName: 'vehicle_specifications_vehicle_id_fkey'; columns: ['vehicle_id']; isOneToOne: false; referencedRelation: 'vehicles'; referencedColumns: ['id'] }]
      }
      vehicles: {
        Row: { id: string; title: string; make: string; model: string; year: number; price: number; mileage: number; fuel_type: string; transmission: string; description: string; featured: boolean; sold: boolean; sold_expiry_date: string | null; created_at: string; updated_at: string; autotrader_id: string | null }
        Insert: { id?: string; title: string; make: string; model: string; year: number; price: number; mileage: number; fuel_type: string; transmission: string; description?: string; featured?: boolean; sold?: boolean; sold_expiry_date?: string | null; created_at?: string; updated_at?: string; autotrader_id?: string | null }
        Update: { id?: string; title?: string; make?: string; model?: string; year?: number; price?: number; mileage?: number; fuel_type?: string; transmission?: string; description?: string; featured?: boolean; sold?: boolean; sold_expiry_date?: string | null; created_at?: string; updated_at?: string; autotrader_id?: string | null }
        Relationships: []
      }
    }
    Views: {
      customers: {
        Row: { id: string | null; name: string | null; first_name: string | null; last_name: string | null; email: string | null; phone: string | null; disabled: boolean | null; role: string | null; created_at: string | null }
        Relationships: []
      }
      inbox: {
        Row: { kind: string | null; id: string | null; name: string | null; email: string | null; phone: string | null; message: string | null; vehicle_id: string | null; vehicle_title: string | null; status: string | null; preferred_date: string | null; created_at: string | null }
        Relationships: []
      }
    }
    Functions: {
      save_vehicle: { Args: { _vehicle: Json; _images: string[]; _features: string[]; _specifications: Json; _expected_updated_at?: string }; Returns: Database['public']['Tables']['vehicles']['Row'][] }
      has_role: { Args: { _user_id: string; _role: string }; Returns: boolean }
      is_admin: { Args: never; Returns: boolean }
      set_customer_disabled: { Args: { _customer_id: string; _disabled: boolean }; Returns: undefined }
      taken_test_drive_times: { Args: { _vehicle_id: string; _date: string }; Returns: string[] }
      outbox_status: { Args: never; Returns: Json }
    }
    Enums: Record<never, never>
    CompositeTypes: Record<never, never>
  }
}
