// Generated from the migrations by `npm run types`; do not edit by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      activity: {
        Row: {
          actor_id: string | null
          created_at: string
          id: number
          kind: string
          part_of: number | null
          subject_id: string | null
          summary: string
          vehicle_id: string | null
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          kind: string
          part_of?: number | null
          subject_id?: string | null
          summary: string
          vehicle_id?: string | null
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          kind?: string
          part_of?: number | null
          subject_id?: string | null
          summary?: string
          vehicle_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'activity_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'activity_part_of_fkey'
            columns: ['part_of']
            isOneToOne: false
            referencedRelation: 'activity'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'activity_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      autotrader_syncs: {
        Row: {
          attempts: number
          last_error: string | null
          next_attempt_at: string
          outcome: string | null
          pending: string | null
          queued_at: string
          revision: number
          sent: Json | null
          status: string
          stock_id: string | null
          updated_at: string
          vehicle_id: string
        }
        Insert: {
          attempts?: number
          last_error?: string | null
          next_attempt_at?: string
          outcome?: string | null
          pending?: string | null
          queued_at?: string
          revision?: number
          sent?: Json | null
          status?: string
          stock_id?: string | null
          updated_at?: string
          vehicle_id: string
        }
        Update: {
          attempts?: number
          last_error?: string | null
          next_attempt_at?: string
          outcome?: string | null
          pending?: string | null
          queued_at?: string
          revision?: number
          sent?: Json | null
          status?: string
          stock_id?: string | null
          updated_at?: string
          vehicle_id?: string
        }
        Relationships: []
      }
      car_makes: {
        Row: {
          name: string
        }
        Insert: {
          name: string
        }
        Update: {
          name?: string
        }
        Relationships: []
      }
      config: {
        Row: {
          key: string
          value: string
        }
        Insert: {
          key: string
          value?: string
        }
        Update: {
          key?: string
          value?: string
        }
        Relationships: []
      }
      contact_messages: {
        Row: {
          answered_at: string | null
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string
          status: string
          updated_at: string
          user_id: string | null
        }
        Insert: {
          answered_at?: string | null
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          phone?: string
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string
          status?: string
          updated_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      customer_disable_history: {
        Row: {
          action: string
          admin_email: string
          admin_id: string | null
          created_at: string
          customer_email: string
          customer_id: string | null
          id: number
        }
        Insert: {
          action: string
          admin_email?: string
          admin_id?: string | null
          created_at?: string
          customer_email?: string
          customer_id?: string | null
        }
        Update: {
          action?: string
          admin_email?: string
          admin_id?: string | null
          created_at?: string
          customer_email?: string
          customer_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'customer_disable_history_admin_id_fkey'
            columns: ['admin_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'customer_disable_history_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      demo_vehicles: {
        Row: {
          marked_at: string
          removal: string | null
          vehicle_id: string
        }
        Insert: {
          marked_at: string
          removal?: string | null
          vehicle_id: string
        }
        Update: {
          marked_at?: string
          removal?: string | null
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'demo_vehicles_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      desk_leads: {
        Row: {
          answered_at: string | null
          came_by: string
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string
          status: string
          updated_at: string
          user_id: string | null
          vehicle_id: string | null
          vehicle_title: string
        }
        Insert: {
          answered_at?: string | null
          came_by: string
          created_at?: string
          email?: string
          id?: string
          message: string
          name: string
          phone?: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Update: {
          answered_at?: string | null
          came_by?: string
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'desk_leads_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      email_outbox: {
        Row: {
          attempts: number
          created_at: string
          data: Json
          dedupe_key: string | null
          expires_at: string | null
          id: string
          is_confirmation: boolean
          last_error: string | null
          message_id: string | null
          next_attempt_at: string
          queued_at: string
          recipient: string | null
          sent_at: string | null
          status: string
          template: string
          user_id: string | null
        }
        Insert: {
          attempts?: number
          created_at?: string
          data?: Json
          dedupe_key?: string | null
          expires_at?: string | null
          id?: string
          is_confirmation?: boolean
          last_error?: string | null
          message_id?: string | null
          next_attempt_at?: string
          queued_at?: string
          recipient?: string | null
          sent_at?: string | null
          status?: string
          template: string
          user_id?: string | null
        }
        Update: {
          attempts?: number
          created_at?: string
          data?: Json
          dedupe_key?: string | null
          expires_at?: string | null
          id?: string
          is_confirmation?: boolean
          last_error?: string | null
          message_id?: string | null
          next_attempt_at?: string
          queued_at?: string
          recipient?: string | null
          sent_at?: string | null
          status?: string
          template?: string
          user_id?: string | null
        }
        Relationships: []
      }
      enquiries: {
        Row: {
          answered_at: string | null
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string
          status: string
          updated_at: string
          user_id: string | null
          vehicle_id: string | null
          vehicle_title: string
        }
        Insert: {
          answered_at?: string | null
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          phone: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'enquiries_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      function_limits: {
        Row: {
          key: string
          resets_at: string
          used: number
        }
        Insert: {
          key: string
          resets_at: string
          used: number
        }
        Update: {
          key?: string
          resets_at?: string
          used?: number
        }
        Relationships: []
      }
      function_state: {
        Row: {
          key: string
          updated_at: string
          value: Json
        }
        Insert: {
          key: string
          updated_at?: string
          value: Json
        }
        Update: {
          key?: string
          updated_at?: string
          value?: Json
        }
        Relationships: []
      }
      incidents: {
        Row: {
          count: number
          detail: string
          first_at: string
          kind: string
          last_at: string
        }
        Insert: {
          count?: number
          detail?: string
          first_at?: string
          kind: string
          last_at?: string
        }
        Update: {
          count?: number
          detail?: string
          first_at?: string
          kind?: string
          last_at?: string
        }
        Relationships: []
      }
      lead_desk: {
        Row: {
          answered_at: string | null
          assignee_id: string | null
          created_at: string
          due_on: string | null
          is_demo: boolean
          kind: string
          lead_id: string
          name: string
          next_step: string
          person_id: string | null
          source: string
          status: string
          updated_at: string
          vehicle_id: string | null
          vehicle_title: string
        }
        Insert: {
          answered_at?: string | null
          assignee_id?: string | null
          created_at?: string
          due_on?: string | null
          is_demo?: boolean
          kind: string
          lead_id: string
          name?: string
          next_step?: string
          person_id?: string | null
          source?: string
          status?: string
          updated_at?: string
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Update: {
          answered_at?: string | null
          assignee_id?: string | null
          created_at?: string
          due_on?: string | null
          is_demo?: boolean
          kind?: string
          lead_id?: string
          name?: string
          next_step?: string
          person_id?: string | null
          source?: string
          status?: string
          updated_at?: string
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lead_desk_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lead_desk_person_id_fkey'
            columns: ['person_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
        ]
      }
      lead_events: {
        Row: {
          actor_id: string | null
          body: string
          created_at: string
          delivery: string | null
          event: string
          id: string
          kind: string
          lead_id: string
          problem: string | null
          subject: string
        }
        Insert: {
          actor_id?: string | null
          body?: string
          created_at?: string
          delivery?: string | null
          event: string
          id?: string
          kind: string
          lead_id: string
          problem?: string | null
          subject?: string
        }
        Update: {
          actor_id?: string | null
          body?: string
          created_at?: string
          delivery?: string | null
          event?: string
          id?: string
          kind?: string
          lead_id?: string
          problem?: string | null
          subject?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lead_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lead_events_kind_lead_id_fkey'
            columns: ['kind', 'lead_id']
            isOneToOne: false
            referencedRelation: 'lead_desk'
            referencedColumns: ['kind', 'lead_id']
          },
        ]
      }
      listed_vehicles: {
        Row: {
          body_type: string | null
          card: Json
          colour: string | null
          created_at: string
          doors: number | null
          drivetrain: string | null
          featured: boolean
          fuel_type: string
          hybrid_type: string | null
          id: string
          listed_until: string
          make: string
          meets_ulez: boolean | null
          mileage: number
          model: string
          names: string
          price: number | null
          reserved_until: string | null
          search: string
          seats: number | null
          sold: boolean
          transmission: string
          updated_at: string
          was_price: number | null
          was_until: string | null
          year: number
        }
        Insert: {
          body_type?: string | null
          card: Json
          colour?: string | null
          created_at: string
          doors?: number | null
          drivetrain?: string | null
          featured: boolean
          fuel_type: string
          hybrid_type?: string | null
          id: string
          listed_until: string
          make: string
          meets_ulez?: boolean | null
          mileage: number
          model: string
          names?: string
          price?: number | null
          reserved_until?: string | null
          search: string
          seats?: number | null
          sold: boolean
          transmission: string
          updated_at: string
          was_price?: number | null
          was_until?: string | null
          year: number
        }
        Update: {
          body_type?: string | null
          card?: Json
          colour?: string | null
          created_at?: string
          doors?: number | null
          drivetrain?: string | null
          featured?: boolean
          fuel_type?: string
          hybrid_type?: string | null
          id?: string
          listed_until?: string
          make?: string
          meets_ulez?: boolean | null
          mileage?: number
          model?: string
          names?: string
          price?: number | null
          reserved_until?: string | null
          search?: string
          seats?: number | null
          sold?: boolean
          transmission?: string
          updated_at?: string
          was_price?: number | null
          was_until?: string | null
          year?: number
        }
        Relationships: [
          {
            foreignKeyName: 'listed_vehicles_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      page_versions: {
        Row: {
          body: string
          page_id: string
          path: string
          published_at: string
          published_by: string | null
          summary: string
          title: string
          version: number
        }
        Insert: {
          body: string
          page_id: string
          path: string
          published_at?: string
          published_by?: string | null
          summary: string
          title: string
          version: number
        }
        Update: {
          body?: string
          page_id?: string
          path?: string
          published_at?: string
          published_by?: string | null
          summary?: string
          title?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'page_versions_page_id_fkey'
            columns: ['page_id']
            isOneToOne: false
            referencedRelation: 'pages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'page_versions_published_by_fkey'
            columns: ['published_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      pages: {
        Row: {
          body: string
          id: string
          path: string
          published_version: number | null
          summary: string
          title: string
          updated_at: string
          updated_by: string | null
          version: number
        }
        Insert: {
          body?: string
          id: string
          path: string
          published_version?: number | null
          summary?: string
          title: string
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Update: {
          body?: string
          id?: string
          path?: string
          published_version?: number | null
          summary?: string
          title?: string
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'pages_updated_by_fkey'
            columns: ['updated_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      people: {
        Row: {
          address: string
          created_at: string
          email: string | null
          id: string
          is_demo: boolean
          last_contact_at: string
          marketing_consent: boolean | null
          marketing_consent_at: string | null
          marketing_consent_source: string
          merged_at: string | null
          merged_into: string | null
          name: string
          notes: string
          phone: string
          root_id: string
          updated_at: string
          user_id: string | null
          words: string
        }
        Insert: {
          address?: string
          created_at?: string
          email?: string | null
          id?: string
          is_demo?: boolean
          last_contact_at?: string
          marketing_consent?: boolean | null
          marketing_consent_at?: string | null
          marketing_consent_source?: string
          merged_at?: string | null
          merged_into?: string | null
          name?: string
          notes?: string
          phone?: string
          root_id: string
          updated_at?: string
          user_id?: string | null
          words?: string
        }
        Update: {
          address?: string
          created_at?: string
          email?: string | null
          id?: string
          is_demo?: boolean
          last_contact_at?: string
          marketing_consent?: boolean | null
          marketing_consent_at?: string | null
          marketing_consent_source?: string
          merged_at?: string | null
          merged_into?: string | null
          name?: string
          notes?: string
          phone?: string
          root_id?: string
          updated_at?: string
          user_id?: string | null
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: 'people_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
        ]
      }
      price_history: {
        Row: {
          on_offer: boolean
          price: number
          since: string
          vehicle_id: string
        }
        Insert: {
          on_offer: boolean
          price: number
          since: string
          vehicle_id: string
        }
        Update: {
          on_offer?: boolean
          price?: number
          since?: string
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'price_history_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          disabled: boolean
          email: string
          first_name: string
          id: string
          last_name: string
          phone: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          disabled?: boolean
          email?: string
          first_name?: string
          id: string
          last_name?: string
          phone?: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          disabled?: boolean
          email?: string
          first_name?: string
          id?: string
          last_name?: string
          phone?: string
          updated_at?: string
        }
        Relationships: []
      }
      published_pages: {
        Row: {
          body: string
          changed_at: string
          id: string
          path: string
          published_at: string
          summary: string
          title: string
        }
        Insert: {
          body: string
          changed_at?: string
          id: string
          path: string
          published_at?: string
          summary: string
          title: string
        }
        Update: {
          body?: string
          changed_at?: string
          id?: string
          path?: string
          published_at?: string
          summary?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'published_pages_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'pages'
            referencedColumns: ['id']
          },
        ]
      }
      retention_notices: {
        Row: {
          kind: string
          lead_id: string
          noticed_at: string
        }
        Insert: {
          kind: string
          lead_id: string
          noticed_at?: string
        }
        Update: {
          kind?: string
          lead_id?: string
          noticed_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'retention_notices_kind_lead_id_fkey'
            columns: ['kind', 'lead_id']
            isOneToOne: true
            referencedRelation: 'lead_desk'
            referencedColumns: ['kind', 'lead_id']
          },
        ]
      }
      saved_vehicles: {
        Row: {
          saved_at: string
          user_id: string
          vehicle_id: string
        }
        Insert: {
          saved_at?: string
          user_id: string
          vehicle_id: string
        }
        Update: {
          saved_at?: string
          user_id?: string
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_vehicles_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      setting_versions: {
        Row: {
          content: Json
          id: number
          published_at: string
          published_by: string | null
          tab: string
        }
        Insert: {
          content: Json
          published_at?: string
          published_by?: string | null
          tab: string
        }
        Update: {
          content?: Json
          published_at?: string
          published_by?: string | null
          tab?: string
        }
        Relationships: [
          {
            foreignKeyName: 'setting_versions_published_by_fkey'
            columns: ['published_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      test_drives: {
        Row: {
          answered_at: string | null
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string
          preferred_date: string
          status: string
          updated_at: string
          user_id: string | null
          vehicle_id: string | null
          vehicle_title: string
        }
        Insert: {
          answered_at?: string | null
          created_at?: string
          email: string
          id?: string
          message?: string
          name: string
          phone: string
          preferred_date: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Update: {
          answered_at?: string | null
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string
          preferred_date?: string
          status?: string
          updated_at?: string
          user_id?: string | null
          vehicle_id?: string | null
          vehicle_title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'test_drives_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      user_roles: {
        Row: {
          role: string
          user_id: string
        }
        Insert: {
          role?: string
          user_id: string
        }
        Update: {
          role?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'user_roles_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_changes: {
        Row: {
          actor_id: string | null
          change: Json
          created_at: string
          expires_at: string
          id: string
          summary: string
          vehicles: Json
        }
        Insert: {
          actor_id?: string | null
          change: Json
          created_at?: string
          expires_at?: string
          id?: string
          summary: string
          vehicles: Json
        }
        Update: {
          actor_id?: string | null
          change?: Json
          created_at?: string
          expires_at?: string
          id?: string
          summary?: string
          vehicles?: Json
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_changes_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_costs: {
        Row: {
          amount_pence: number
          id: number
          spent_on: string | null
          vehicle_id: string
          what: string
        }
        Insert: {
          amount_pence: number
          spent_on?: string | null
          vehicle_id: string
          what: string
        }
        Update: {
          amount_pence?: number
          spent_on?: string | null
          vehicle_id?: string
          what?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_costs_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_features: {
        Row: {
          feature: string
          id: number
          vehicle_id: string
        }
        Insert: {
          feature: string
          vehicle_id: string
        }
        Update: {
          feature?: string
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_features_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_identity: {
        Row: {
          registration: string | null
          show_registration: boolean
          vehicle_id: string
          vin: string | null
        }
        Insert: {
          registration?: string | null
          show_registration?: boolean
          vehicle_id: string
          vin?: string | null
        }
        Update: {
          registration?: string | null
          show_registration?: boolean
          vehicle_id?: string
          vin?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_identity_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_images: {
        Row: {
          caption: string | null
          display_order: number
          image_url: string
          is_primary: boolean
          placeholder: string | null
          vehicle_id: string
        }
        Insert: {
          caption?: string | null
          display_order?: number
          image_url: string
          is_primary?: boolean
          placeholder?: string | null
          vehicle_id: string
        }
        Update: {
          caption?: string | null
          display_order?: number
          image_url?: string
          is_primary?: boolean
          placeholder?: string | null
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_images_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_ledger: {
        Row: {
          bought_for_pence: number | null
          bought_from: string | null
          bought_on: string | null
          target_price_pence: number | null
          vehicle_id: string
        }
        Insert: {
          bought_for_pence?: number | null
          bought_from?: string | null
          bought_on?: string | null
          target_price_pence?: number | null
          vehicle_id: string
        }
        Update: {
          bought_for_pence?: number | null
          bought_from?: string | null
          bought_on?: string | null
          target_price_pence?: number | null
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_ledger_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_reservations: {
        Row: {
          note: string
          person_id: string | null
          reserved_at: string
          reserved_by: string | null
          vehicle_id: string
        }
        Insert: {
          note?: string
          person_id?: string | null
          reserved_at?: string
          reserved_by?: string | null
          vehicle_id: string
        }
        Update: {
          note?: string
          person_id?: string | null
          reserved_at?: string
          reserved_by?: string | null
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_reservations_person_id_fkey'
            columns: ['person_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'vehicle_reservations_reserved_by_fkey'
            columns: ['reserved_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'vehicle_reservations_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_sales: {
        Row: {
          buyer_id: string | null
          channel: string | null
          is_prefilled: boolean
          price_pence: number
          sold_on: string
          vehicle_id: string
        }
        Insert: {
          buyer_id?: string | null
          channel?: string | null
          is_prefilled?: boolean
          price_pence: number
          sold_on?: string
          vehicle_id: string
        }
        Update: {
          buyer_id?: string | null
          channel?: string | null
          is_prefilled?: boolean
          price_pence?: number
          sold_on?: string
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_sales_buyer_id_fkey'
            columns: ['buyer_id']
            isOneToOne: false
            referencedRelation: 'people'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'vehicle_sales_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_specifications: {
        Row: {
          id: number
          spec_key: string
          spec_value: string
          vehicle_id: string
        }
        Insert: {
          spec_key: string
          spec_value: string
          vehicle_id: string
        }
        Update: {
          spec_key?: string
          spec_value?: string
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_specifications_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: false
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicle_stock: {
        Row: {
          since: string | null
          vehicle_id: string
        }
        Insert: {
          since?: string | null
          vehicle_id: string
        }
        Update: {
          since?: string | null
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicle_stock_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      vehicles: {
        Row: {
          asking_price: number | null
          autotrader_id: string | null
          body_type: string | null
          co2: number | null
          colour: string | null
          created_at: string
          derivative: string | null
          description: string
          doors: number | null
          drivetrain: string | null
          electric_range: number | null
          engine_cc: number | null
          euro_standard: number | null
          featured: boolean
          first_registered: string | null
          fuel_type: string
          hidden: boolean
          hybrid_type: string | null
          id: string
          insurance_category: string | null
          is_import: boolean
          keys: number | null
          make: string
          meets_ulez: boolean | null
          mileage: number
          model: string
          mot_until: string | null
          power_bhp: number | null
          previous_owners: number | null
          price: number
          price_on_application: boolean
          removed_at: string | null
          reserved_until: string | null
          seats: number | null
          service_history: string | null
          sold: boolean
          sold_expiry_date: string | null
          spin_url: string | null
          stock_number: string
          title: string
          transmission: string
          ulez: string | null
          updated_at: string
          vat_scheme: string | null
          vehicle_state: string | null
          video_url: string | null
          warranty_months: number | null
          year: number
        }
        Insert: {
          autotrader_id?: string | null
          body_type?: string | null
          co2?: number | null
          colour?: string | null
          created_at?: string
          derivative?: string | null
          description?: string
          doors?: number | null
          drivetrain?: string | null
          electric_range?: number | null
          engine_cc?: number | null
          euro_standard?: number | null
          featured?: boolean
          first_registered?: string | null
          fuel_type: string
          hidden?: boolean
          hybrid_type?: string | null
          id?: string
          insurance_category?: string | null
          is_import?: boolean
          keys?: number | null
          make: string
          mileage: number
          model: string
          mot_until?: string | null
          power_bhp?: number | null
          previous_owners?: number | null
          price: number
          price_on_application?: boolean
          removed_at?: string | null
          reserved_until?: string | null
          seats?: number | null
          service_history?: string | null
          sold?: boolean
          sold_expiry_date?: string | null
          spin_url?: string | null
          stock_number?: string
          title: string
          transmission: string
          ulez?: string | null
          updated_at?: string
          vat_scheme?: string | null
          video_url?: string | null
          warranty_months?: number | null
          year: number
        }
        Update: {
          autotrader_id?: string | null
          body_type?: string | null
          co2?: number | null
          colour?: string | null
          created_at?: string
          derivative?: string | null
          description?: string
          doors?: number | null
          drivetrain?: string | null
          electric_range?: number | null
          engine_cc?: number | null
          euro_standard?: number | null
          featured?: boolean
          first_registered?: string | null
          fuel_type?: string
          hidden?: boolean
          hybrid_type?: string | null
          id?: string
          insurance_category?: string | null
          is_import?: boolean
          keys?: number | null
          make?: string
          mileage?: number
          model?: string
          mot_until?: string | null
          power_bhp?: number | null
          previous_owners?: number | null
          price?: number
          price_on_application?: boolean
          removed_at?: string | null
          reserved_until?: string | null
          seats?: number | null
          service_history?: string | null
          sold?: boolean
          sold_expiry_date?: string | null
          spin_url?: string | null
          stock_number?: string
          title?: string
          transmission?: string
          ulez?: string | null
          updated_at?: string
          vat_scheme?: string | null
          video_url?: string | null
          warranty_months?: number | null
          year?: number
        }
        Relationships: []
      }
      vehicles_without_picture: {
        Row: {
          id: string
        }
        Insert: {
          id: string
        }
        Update: {
          id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'vehicles_without_picture_id_fkey'
            columns: ['id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
      withheld_prices: {
        Row: {
          price: number
          vehicle_id: string
        }
        Insert: {
          price: number
          vehicle_id: string
        }
        Update: {
          price?: number
          vehicle_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'withheld_prices_vehicle_id_fkey'
            columns: ['vehicle_id']
            isOneToOne: true
            referencedRelation: 'vehicles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      customers: {
        Row: {
          created_at: string | null
          disabled: boolean | null
          email: string | null
          first_name: string | null
          id: string | null
          invited_until: string | null
          last_name: string | null
          name: string | null
          phone: string | null
          phone_digits: string | null
          role: string | null
        }
        Relationships: []
      }
      demo_stock: {
        Row: {
          id: string | null
          is_edited: boolean | null
          is_used: boolean | null
          leads: number | null
          title: string | null
        }
        Relationships: []
      }
      inbox: {
        Row: {
          answered_at: string | null
          assignee_id: string | null
          created_at: string | null
          due_on: string | null
          email: string | null
          id: string | null
          is_demo: boolean | null
          kind: string | null
          message: string | null
          name: string | null
          next_step: string | null
          person_id: string | null
          phone: string | null
          preferred_date: string | null
          source: string | null
          status: string | null
          vehicle_id: string | null
          vehicle_title: string | null
        }
        Relationships: []
      }
      make_stock: {
        Row: {
          is_offered: boolean | null
          make: string | null
          models: number | null
          plain_name: string | null
          same_as: string | null
          vehicles: number | null
        }
        Relationships: []
      }
      model_stock: {
        Row: {
          make: string | null
          model: string | null
          plain_name: string | null
          same_as: string | null
          vehicles: number | null
        }
        Relationships: []
      }
      searched_vehicles: {
        Row: {
          body_type: string | null
          card: Json | null
          colour: string | null
          created_at: string | null
          doors: number | null
          drivetrain: string | null
          featured: boolean | null
          fuel_type: string | null
          hybrid_type: string | null
          id: string | null
          listed_until: string | null
          make: string | null
          meets_ulez: boolean | null
          mileage: number | null
          model: string | null
          names: string | null
          price: number | null
          reserved_until: string | null
          search: string | null
          seats: number | null
          sold: boolean | null
          total: number | null
          transmission: string | null
          updated_at: string | null
          was_price: number | null
          was_until: string | null
          year: number | null
        }
        Relationships: []
      }
      undelivered: {
        Row: {
          attempts: number | null
          id: string | null
          kind: string | null
          last_error: string | null
          next_attempt_at: string | null
          queue: string | null
          since: string | null
          status: string | null
          subject: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      add_contact_phone: {
        Args: { _email: string; _phone: string }
        Returns: undefined
      }
      ask_for_another_time: {
        Args: { _id: string; _message: string }
        Returns: undefined
      }
      ask_for_my_alert: {
        Args: { _about: Json }
        Returns: string
      }
      asking_price: {
        Args: { _vehicle: string }
        Returns: number
      }
      backup_status: {
        Args: never
        Returns: Json
      }
      begin_autotrader_sync: {
        Args: { _vehicle_id: string }
        Returns: Json
      }
      cancel_my_test_drive: {
        Args: { _id: string }
        Returns: undefined
      }
      change_vehicles: {
        Args: { _vehicles: Json; _change: Json }
        Returns: Json
      }
      choose_demo_vehicles: {
        Args: { _also?: string[] }
        Returns: Json
      }
      claim_jobs: {
        Args: { _queue: string; _limit: number; _lease_seconds: number; _only?: string }
        Returns: Json
      }
      count_vehicle_options: {
        Args: { _search: Json }
        Returns: Json
      }
      create_captcha_pass: {
        Args: { _hash: string; _action: string; _calls: string[] }
        Returns: boolean
      }
      delete_my_account: {
        Args: never
        Returns: undefined
      }
      delete_unused_makes: {
        Args: { _make?: string }
        Returns: number
      }
      desk_counts: {
        Args: never
        Returns: Json
      }
      end_my_alerts: {
        Args: { _id?: string }
        Returns: undefined
      }
      end_my_session: {
        Args: { _session_id: string }
        Returns: boolean
      }
      erase_person: {
        Args: { _person_id: string }
        Returns: undefined
      }
      expiring_leads: {
        Args: { _words?: string[]; _phone?: string }
        Returns: Database['public']['Tables']['lead_desk']['Row'][]
        SetofOptions: { from: '*'; to: 'lead_desk'; isOneToOne: false; isSetofReturn: true }
      }
      export_person: {
        Args: { _person_id: string }
        Returns: Json
      }
      find_account_email: {
        Args: { _user_id: string }
        Returns: string
      }
      find_autotrader_vehicle: {
        Args: { _vehicle_id: string }
        Returns: Json
      }
      find_filter_options: {
        Args: never
        Returns: Json
      }
      find_search_vehicles: {
        Args: never
        Returns: Json
      }
      finish_autotrader_sync: {
        Args: { _vehicle_id: string; _claim: string; _revision: number; _stock_id: string; _sent: Json; _outcome: string }
        Returns: boolean
      }
      first_steps: {
        Args: never
        Returns: Json
      }
      has_recent_lead: {
        Args: { _kind: string; _email: string }
        Returns: boolean
      }
      has_role: {
        Args: { _user_id: string; _role: string }
        Returns: boolean
      }
      hide_first_steps: {
        Args: { _hidden: boolean }
        Returns: undefined
      }
      is_admin: {
        Args: never
        Returns: boolean
      }
      is_staff: {
        Args: never
        Returns: boolean
      }
      keep_contact_message: {
        Args: { _name: string; _email: string; _phone: string; _message: string; _user_id?: string }
        Returns: undefined
      }
      keep_pictures: {
        Args: { _urls: string[] }
        Returns: undefined
      }
      load_function_state: {
        Args: { _key: string }
        Returns: Json
      }
      max_vehicle_images: {
        Args: never
        Returns: number
      }
      merge_people: {
        Args: { _person_id: string; _into: string }
        Returns: undefined
      }
      my_alerts: {
        Args: never
        Returns: Json
      }
      my_data: {
        Args: never
        Returns: Json
      }
      my_lead_events: {
        Args: never
        Returns: { kind: string; lead_id: string; event: string; subject: string; body: string; created_at: string }[]
      }
      my_sessions: {
        Args: never
        Returns: { id: string; user_agent: string; started_at: string; last_used_at: string; is_current: boolean }[]
      }
      next_job_seconds: {
        Args: { _queue: string }
        Returns: number
      }
      postpone_job: {
        Args: { _queue: string; _id: string; _claim: string; _error: string; _is_final: boolean; _first_seconds: number; _longest_seconds: number; _give_up_days: number }
        Returns: boolean
      }
      preview_vehicle_changes: {
        Args: { _ids: string[]; _change: Json }
        Returns: { id: string; title: string; updated_at: string; before: Json; after: Json; refusal: string; notes: string[]; open_leads: number }[]
      }
      publish_settings: {
        Args: { tab: string; changes: Json; seen: number }
        Returns: number
      }
      put_undelivered_aside: {
        Args: { _queue: string; _id?: string; _held?: boolean }
        Returns: number
      }
      read_autotrader_setting: {
        Args: never
        Returns: string
      }
      read_autotrader_sync: {
        Args: { _vehicle_id: string }
        Returns: Json
      }
      release_jobs: {
        Args: { _queue: string }
        Returns: undefined
      }
      release_outgoing: {
        Args: never
        Returns: boolean
      }
      remove_demo_vehicles: {
        Args: { _removal: string; _also?: string[] }
        Returns: number
      }
      rename_make: {
        Args: { _make: string; _name: string; _merge?: boolean }
        Returns: { moved: number; is_done: boolean }[]
      }
      rename_model: {
        Args: { _make: string; _model: string; _name: string; _merge?: boolean }
        Returns: { moved: number; is_done: boolean }[]
      }
      reply_templates: {
        Args: never
        Returns: Json
      }
      request_autotrader_sync: {
        Args: { _vehicle_id: string; _action: string }
        Returns: undefined
      }
      request_backup: {
        Args: never
        Returns: boolean
      }
      resend_reply: {
        Args: { _id: string }
        Returns: undefined
      }
      reserve_vehicle: {
        Args: { _vehicle_id: string; _until: string; _note?: string; _person_id?: string; _expected_updated_at?: string }
        Returns: Database['public']['Tables']['vehicles']['Row'][]
        SetofOptions: { from: '*'; to: 'vehicles'; isOneToOne: false; isSetofReturn: true }
      }
      reset_second_steps: {
        Args: { _user_id: string }
        Returns: undefined
      }
      retry_undelivered: {
        Args: { _queue?: string; _id?: string; _held?: boolean }
        Returns: number
      }
      save_function_state: {
        Args: { _key: string; _value: Json }
        Returns: undefined
      }
      save_page: {
        Args: { _id: string; _page: Json; _seen?: number; _publish?: boolean }
        Returns: Database['public']['Tables']['pages']['Row'][]
        SetofOptions: { from: '*'; to: 'pages'; isOneToOne: false; isSetofReturn: true }
      }
      save_settings: {
        Args: { changes: Json; seen: Json }
        Returns: Database['public']['Tables']['config']['Row'][]
        SetofOptions: { from: '*'; to: 'config'; isOneToOne: false; isSetofReturn: true }
      }
      save_vehicle: {
        Args: { _vehicle: Json; _images: string[]; _features: string[]; _specifications: Json; _expected_updated_at?: string; _captions?: string[] }
        Returns: Database['public']['Tables']['vehicles']['Row'][]
        SetofOptions: { from: '*'; to: 'vehicles'; isOneToOne: false; isSetofReturn: true }
      }
      save_vehicle_record: {
        Args: { _vehicle: Json; _images: string[]; _features: string[]; _specifications: Json; _record: Json; _expected_updated_at?: string; _captions?: string[] }
        Returns: Database['public']['Tables']['vehicles']['Row'][]
        SetofOptions: { from: '*'; to: 'vehicles'; isOneToOne: false; isSetofReturn: true }
      }
      search_inbox: {
        Args: { _words: string[]; _phone?: string }
        Returns: Database['public']['Tables']['lead_desk']['Row'][]
        SetofOptions: { from: '*'; to: 'lead_desk'; isOneToOne: false; isSetofReturn: true }
      }
      search_vehicles: {
        Args: { _search: Json; _sort?: string; _offset?: number; _limit?: number }
        Returns: Json
      }
      seed_vehicle: {
        Args: { _vehicle: Json; _images: string[]; _features: string[]; _specifications: Json }
        Returns: Database['public']['Tables']['vehicles']['Row'][]
        SetofOptions: { from: '*'; to: 'vehicles'; isOneToOne: false; isSetofReturn: true }
      }
      send_reply: {
        Args: { _id: string; _kind: string; _lead_id: string; _subject: string; _body: string }
        Returns: undefined
      }
      send_test_mail: {
        Args: never
        Returns: undefined
      }
      set_customer_disabled: {
        Args: { _customer_id: string; _disabled: boolean }
        Returns: undefined
      }
      staff_access: {
        Args: never
        Returns: string
      }
      staff_members: {
        Args: never
        Returns: { id: string; name: string; email: string; role: string; disabled: boolean; invited_until: string; has_second_step: boolean; last_sign_in_at: string }[]
      }
      stock_list: {
        Args: { _state?: string }
        Returns: Database['public']['Tables']['vehicles']['Row'][]
        SetofOptions: { from: '*'; to: 'vehicles'; isOneToOne: false; isSetofReturn: true }
      }
      sync_saved_vehicles: {
        Args: { _added: string[]; _removed: string[] }
        Returns: string[]
      }
      system_status: {
        Args: never
        Returns: Json
      }
      take_captcha_pass: {
        Args: { _hash: string; _action: string; _call: string }
        Returns: string
      }
      take_limit: {
        Args: { _key: string; _max: number; _seconds: number }
        Returns: boolean
      }
      taken_test_drive_times: {
        Args: { _vehicle_id: string; _from: string }
        Returns: string[]
      }
      undo_merge: {
        Args: { _person_id: string }
        Returns: undefined
      }
      undo_vehicle_changes: {
        Args: { _id: string }
        Returns: Json
      }
      unpublish_page: {
        Args: { _id: string }
        Returns: Database['public']['Tables']['pages']['Row'][]
        SetofOptions: { from: '*'; to: 'pages'; isOneToOne: false; isSetofReturn: true }
      }
      update_customer: {
        Args: { _customer_id: string; _first_name: string; _last_name: string; _email: string; _phone: string; _role: string }
        Returns: undefined
      }
      vehicle_state: {
        Args: { _vehicle: string }
        Returns: string
      }
      vehicles_by_code: {
        Args: { _text: string }
        Returns: string[]
      }
      welcome_colleague: {
        Args: { _user_id: string; _role?: string }
        Returns: undefined
      }
      what_to_buy: {
        Args: never
        Returns: { kind: string; wanted: Json; times: number; weeks: Json }[]
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
