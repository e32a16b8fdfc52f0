import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type ParsedVehicle, type VehicleFormValues, vehicleFormSchema } from './vehicle-form.schema.ts'

export type VehicleFormApi = UseFormReturn<VehicleFormValues, unknown, ParsedVehicle>

export function useVehicleForm(values: VehicleFormValues, maxImages: number | undefined): VehicleFormApi {
  return useForm<VehicleFormValues, unknown, ParsedVehicle>({
    defaultValues: values,
    resolver: zodResolver(vehicleFormSchema({ loadedExpiry: values.sold_expiry_date ?? null, maxImages })),
    mode: 'onTouched',
  })
}
