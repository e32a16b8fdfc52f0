// Makes and models sold in the United Kingdom, so that a search for a car that is not in stock is understood too.

const CARS: Record<string, string> = {
  Abarth: '500, 595, 695, 124 Spider',
  'Alfa Romeo': 'Giulia, Giulietta, Stelvio, Tonale, MiTo, 4C, Junior',
  Alpine: 'A110, A290',
  'Aston Martin': 'DB9, DB11, DB12, DBS, DBX, Vantage, Vanquish, Rapide, Valhalla',
  Audi: 'A1, A3, A4, A5, A6, A7, A8, Q2, Q3, Q4 e-tron, Q5, Q6 e-tron, Q7, Q8, e-tron, e-tron GT, R8, RS 3, RS 4, RS 5, RS 6, RS 7, RS Q8, S3, S4, S5, S6, S8, SQ5, SQ7, SQ8, TT, Allroad',
  Bentley: 'Bentayga, Continental GT, Continental GTC, Flying Spur, Mulsanne, Arnage',
  BMW: '1 Series, 2 Series, 3 Series, 4 Series, 5 Series, 6 Series, 7 Series, 8 Series, i3, i4, i5, i7, i8, iX, iX1, iX2, iX3, M2, M3, M4, M5, M6, M8, X1, X2, X3, X4, X5, X6, X7, XM, Z3, Z4',
  BYD: 'Atto 3, Dolphin, Seal, Sealion 7',
  Caterham: 'Seven',
  Chevrolet: 'Camaro, Corvette, Spark',
  Citroen: 'Berlingo, C1, C3, C3 Aircross, C4, C4 Cactus, C4 Picasso, C5 Aircross, C5 X, Dispatch',
  Cupra: 'Ateca, Born, Formentor, Leon, Tavascan, Terramar',
  Dacia: 'Duster, Jogger, Sandero, Spring, Bigster',
  'DS Automobiles': 'DS 3, DS 4, DS 7, DS 9',
  Ferrari:
    '296 GTB, 360, 430, 458, 488, 599, 812, California, F8, F430, Portofino, Purosangue, Roma, SF90, Testarossa, 12Cilindri',
  Fiat: '124 Spider, 500, 500e, 500X, 600, Panda, Punto, Tipo, Doblo',
  Ford: 'B-Max, Bronco, C-Max, Capri, EcoSport, Edge, Explorer, Fiesta, Focus, Galaxy, GT, Ka, Kuga, Mondeo, Mustang, Mustang Mach-E, Puma, Ranger, S-Max, Transit, Transit Custom, Tourneo',
  Genesis: 'G70, G80, GV60, GV70, GV80',
  Honda: 'Accord, Civic, CR-V, CR-Z, HR-V, Jazz, NSX, S2000, ZR-V, Insight',
  Hyundai: 'i10, i20, i30, i40, Ioniq, Ioniq 5, Ioniq 6, Kona, Santa Fe, Tucson, Bayon, ix35',
  Infiniti: 'Q30, Q50, QX30, QX70',
  Jaguar: 'E-Pace, E-Type, F-Pace, F-Type, I-Pace, S-Type, X-Type, XE, XF, XJ, XJS, XK, XKR, XFR',
  Jeep: 'Avenger, Compass, Grand Cherokee, Cherokee, Renegade, Wrangler',
  Kia: 'Carens, Ceed, EV3, EV6, EV9, Niro, Optima, Picanto, ProCeed, Rio, Sorento, Soul, Sportage, Stinger, Stonic, Venga, XCeed',
  Lamborghini: 'Aventador, Gallardo, Huracan, Murcielago, Revuelto, Temerario, Urus',
  'Land Rover':
    'Defender, Discovery, Discovery Sport, Freelander, Range Rover, Range Rover Evoque, Range Rover Sport, Range Rover Velar',
  Lexus: 'CT, ES, GS, IS, LBX, LC, LFA, LS, NX, RC, RX, RZ, UX',
  Lotus: 'Eletre, Elise, Emeya, Emira, Esprit, Evora, Exige',
  Maserati: 'Ghibli, GranCabrio, GranTurismo, Grecale, Levante, MC20, Quattroporte',
  Mazda: 'CX-3, CX-30, CX-5, CX-60, CX-80, Mazda2, Mazda3, Mazda6, MX-30, MX-5, RX-8, RX-7',
  McLaren: '540C, 570S, 600LT, 620R, 650S, 675LT, 720S, 750S, 765LT, Artura, GT, MP4-12C, P1',
  'Mercedes-Benz':
    'A-Class, AMG GT, B-Class, C-Class, Citan, CLA, CLC, CLE, CLK, CLS, E-Class, EQA, EQB, EQC, EQE, EQS, EQV, G-Class, GL-Class, GLA, GLB, GLC, GLE, GLK, GLS, M-Class, R-Class, S-Class, SL, SLC, SLK, SLS, Sprinter, V-Class, Vito, X-Class, G Wagon',
  MG: 'HS, MG3, MG4, MG5, MGB, MGF, TF, ZS, Cyberster',
  MINI: 'Clubman, Cooper, Cooper S, Countryman, John Cooper Works, One, Paceman, Aceman',
  Mitsubishi: 'ASX, Eclipse Cross, L200, Lancer, Outlander, Shogun',
  Morgan: '3 Wheeler, Plus Four, Plus Six, Plus 8, Aero 8, Super 3',
  Nissan: '350Z, 370Z, Ariya, GT-R, Juke, Leaf, Micra, Navara, Note, Qashqai, Skyline, X-Trail',
  Peugeot:
    '107, 108, 2008, 205, 206, 207, 208, 3008, 306, 308, 4008, 408, 5008, 508, RCZ, Partner, Rifter, e-208, e-2008',
  Polestar: 'Polestar 2, Polestar 3, Polestar 4',
  Porsche:
    '718 Boxster, 718 Cayman, 718 Spyder, 911, 918 Spyder, 928, 944, 968, 993, 996, 997, Boxster, Carrera GT, Cayenne, Cayman, Macan, Panamera, Taycan',
  Renault:
    'Arkana, Austral, Captur, Clio, Grand Scenic, Kadjar, Koleos, Megane, Rafale, Scenic, Symbioz, Trafic, Twingo, Twizy, Zoe',
  'Rolls-Royce': 'Cullinan, Dawn, Ghost, Phantom, Spectre, Wraith, Silver Shadow, Silver Cloud',
  Saab: '9-3, 9-5, 900',
  SEAT: 'Alhambra, Arona, Ateca, Ibiza, Leon, Mii, Tarraco, Toledo',
  Skoda: 'Citigo, Elroq, Enyaq, Fabia, Kamiq, Karoq, Kodiaq, Octavia, Rapid, Scala, Superb, Yeti',
  smart: 'ForFour, ForTwo, #1, #3',
  SsangYong: 'Korando, Musso, Rexton, Tivoli',
  Subaru: 'BRZ, Forester, Impreza, Legacy, Levorg, Outback, Solterra, WRX STI, XV, Crosstrek',
  Suzuki: 'Across, Alto, Ignis, Jimny, S-Cross, Swace, Swift, SX4, Vitara',
  Tesla: 'Cybertruck, Model 3, Model S, Model X, Model Y',
  Toyota:
    'Auris, Avensis, Aygo, Aygo X, bZ4X, C-HR, Camry, Celica, Corolla, GR Supra, GR Yaris, GR86, GT86, Hilux, Highlander, Land Cruiser, MR2, Prius, ProAce, RAV4, Supra, Verso, Yaris, Yaris Cross',
  TVR: 'Cerbera, Chimaera, Griffith, Sagaris, Tuscan',
  Vauxhall:
    'Adam, Agila, Antara, Astra, Cascada, Combo, Corsa, Crossland, Frontera, Grandland, Insignia, Meriva, Mokka, Vectra, Viva, Vivaro, VXR8, Zafira',
  Volkswagen:
    'Amarok, Arteon, Beetle, Caddy, California, Caravelle, CC, Corrado, e-Golf, Eos, Golf, ID.3, ID.4, ID.5, ID.7, ID. Buzz, Jetta, Passat, Phaeton, Polo, Scirocco, Sharan, T-Cross, T-Roc, Taigo, Tayron, Tiguan, Tiguan Allspace, Touareg, Touran, Transporter, Up',
  Volvo:
    'C30, C40, C70, EC40, EX30, EX40, EX90, S40, S60, S80, S90, V40, V50, V60, V70, V90, XC40, XC60, XC70, XC90, 240, 850',
}

export const KNOWN_CARS: readonly { make: string; models: string[] }[] = Object.entries(CARS).map(([make, models]) => ({
  make,
  models: models.split(', '),
}))
