/** Verbs by their stems, without accents. Endings that nouns have too ('trabajo', 'corte') make a form of these alone. */
export interface Verbs {
  ending: 'ar' | 'er' | 'ir';
  stems: string[];
  /** Whether the stem is another where it is stressed, as in 'contar' and 'cuenta'. */
  changes: boolean;
}

const AR = `
  abandon abarat abarc abon abord abort abraz abrevi abrig abroch abrum abund aburr abus acab
  acamp acarici acarre acat aceler acentu acept acerc aclar acomod acompan aconsej acopl acort
  acos acostumbr activ actu actualiz acumul acun acus adapt adecu adelant adelgaz adeud adivin
  adjudic adjunt administr admir adopt ador adorn adul afect afianz afil afili afin afirm afront
  agach agarr agend agiliz agit aglutin agobi agot agrad agrand agrav agreg agrup aguant ahog
  ahorc ahorr ahuyent aisl ajust alab alarde alarg alarm alcanz aleg alegr alej alert alicat alien
  aliment aline alist alivi allan almacen aloj alquil alter altern am amain amarg amarr ambicion
  ambient amenaz ameniz amonton amortiz ampli amuebl analiz ancl and anestesi anex anexion anhel
  anim aniquil anot anticip anul anunci apacigu apag aparc apart apasion apellid apil aplast aplaz
  aplic aport apostill apoy apreci apresur apropi aprovech aproxim apunt apuntal apur arbitr
  archiv argument arm armoniz arranc arras arrastr arrebat arregl arriesg arrodill arroj arroll
  arruin articul asalt asegur asesin asesor asfalt asfixi asign asimil asoci asom asombr aspir
  asust at atac atasc atenu atesor atornill atrac atrap atras audit aument ausent autentic
  automatiz autoriz auxili aval avanz avecin averigu avis ayud azot bail baj balance ban baraj
  barniz bas batall bautiz benefici bes bloque bonific bord borr bostez brill brind brome buce
  busc cabalg cable caduc calcul calibr calific call calleje calm cambi camin canaliz cancel canje
  cans cant capacit capt captur caracteriz carbur carg case castig cat catalog caus cautiv caz
  celebr cen centr centraliz cepill certific ces chaf charl chate chec cheque chill choc cicatriz
  cifr circul cit clarific clasific clausur clav clic clique clon cobr cocin codici codific coje
  colabor colaps coleccion coloc colore columpi combin coment comercializ comision compact
  compadre compar compenetr compens compil complement complet complic compr comunic concaten
  concentr concili concret condicion conect confeccion confi configur confirm conform congel
  congratul conllev conmemor conquist consensu conserv consider consolid constat consult consum
  contabiliz contact contagi contamin contempl contest contextualiz continu contraatac contrari
  contrast contrat control convalid convers convoc cooper coordin copi copilot cort cosech cotej
  cotille cotiz cre credit cri critic cruz cuadr cuaj cualific cuantific cuestion cuid culmin culp
  cultiv cur curs d dan danz debilit debit debut decepcion declar declin decor dedic defraud
  degrad dej delat deleg delimit demand demor denomin denunci deposit depur deriv derog derrib
  derroch derrot derrumb desactiv desactualiz desahuci desanim desaprovech desarm desarroll
  desarticul desat desatornill desayun desbloque desbord descans descarg descart descifr desconect
  desconfi descontrol descuid dese desech desembarc desembols desempat desempen desenganch
  desengras desenred desenroll desenvain desesper desfil desgan desglos deshabilit deshidrat
  design desinfect desinstal desintegr desliz deslumbr desmantel desmay desmont desnud desocup
  desorden despach despeg despein despej desperdici despist desplaz despoj despreci destac destap
  destin destroz desubic desvel desvi detall detect deterior determin deton devalu diagnostic
  dialog dibuj dict dictamin difam diferenci digitaliz diligenci discrimin disculp disec disen
  disfrut disgust disimul disip dispar dispens disput distanci divis divulg dobl document domicili
  domin don dormit dren duch dud duplic dur ech edit educ efectu ejecut ejercit elabor elev elimin
  elogi embal embarc embarg emigr emocion empac empadron empalm empaquet empat empeor emplaz emple
  empuj emul enajen enamor encabez encaj encall encamin encant encar encarg encauz enchuf encofr
  encol encript encuest enderez endeud enfad enferm enfoc enfrent enfri engan enganch engord
  engrap enjuag enjuici enlaz enmarc enoj enriquec enroll ensambl ensay ensen ensuci entabl enter
  enton entr entreg entren entrevist enumer enunci envas envenen envi envidi enyes equilibr equip
  equivoc escal escalon escane escap escarb escase escatim escolt escuch escudrin esmer espaci
  especific especul esper espi espolvore esqui esquil esquiv estabiliz estacion estaf estall
  estamp estandariz estim estimul estipul estornud estrangul estrech estren estres estrope
  estructur estudi etiquet evacu evalu evapor evidenci evit evoc evolucion exager examin excav
  exceptu excit excus exhort exili exoner experiment explic explor explot export expres expropi
  expuls extermin externaliz extran extravi fabric facilit factur fall falsific falt familiariz
  fascin fastidi fatig favorec felicit ferment festej fi fich fideliz fij film filtr finaliz
  financi firm fiscaliz flot fluctu foli foment form formaliz formate formul fortific fotocopi
  fotografi fracas fraccion frecuent fren frot frustr fum funcion fund fundament fusion galardon
  galop galvaniz gan garantiz gast gate gener generaliz germin gestion gir golpe gote goz grab
  gradu grap gratific grav grit guard gui gust habilit habit habitu habl hacke hall hered herman
  hidrat hil hilvan hinch hipotec hoje homolog honr horne hosped humill ide identific idolatr
  ignor igual ilumin ilustr imagin imit impact imper implant implement implic implor import
  impresion improvis impugn impuls imput inaugur incapacit incentiv incit inclin incomod incorpor
  increment incrust inculc indag indemniz index indic infect infl influenci inform ingres
  inhabilit inici injert inmigr inmol inmoviliz innov inquiet insert insinu inspeccion inspir
  instal instaur integr intensific intent interactu intercal intercambi intercept interes
  internaliz interpret interrog intimid inund inutiliz invent inventari investig invit invoc
  involucr inyect irradi irrit jade jubil junt jur justific juzg labor lacr ladr lament lamin lanz
  lastim lav leg legaliz legisl lesion levant li liber licenci licit licu lidi lig lij lim limit
  limpi liquid list litig llam lleg llen llev llor localiz logr lubric luch machac madrug madur
  malgast malinterpret maltrat manch mand manej maniobr manipul maquet maquill marc march mare
  maree margin martill masc mastic mat materializ matiz matricul maximiz medi medic medit mejor
  memoriz mencion mengu mensaje mentaliz merm merode mezcl migr milit mim minimiz mir moder
  moderniz modific moj molest monitoriz mont motiv mud mult multiplic mut mutil nacionaliz nad
  narr naveg necesit negoci neutraliz nivel nombr nomin normaliz not notific numer objet oblig
  obsequi observ obsesion obstaculiz ocasion ocult ocup odi ofert ofici oje olfate olvid oper opin
  opt optimiz or orden organiz orient origin ornament os oscil otorg oxid oxigen pacific pact pag
  pagin palp palpit par paraliz parametriz parche parodi parpade particip pas pase pate patent
  patin patrocin patrull paus paviment peg pein pele pellizc penaliz penetr percat perdon perdur
  perfeccion perfil perfor perfum perjudic permut perpetr perpetu persever personaliz pes pesc
  pestane pi pic picote pill pilot pinch pint pis pisote plagi planch plane planific plant plante
  plasm platic pluraliz polemiz poliniz port pos posibilit posicion pospon poste posterg postul
  potenci practic precint precipit precis preconfigur predic predomin premi prens preocup prepar
  presagi presenci present preserv presion prest presum presupuest prioriz priv privatiz privilegi
  proces proclam procrastin procur profan profundiz program progres prolifer prolong promedi
  promocion pronostic pronunci propag propici propin proporcion prorrog protagoniz protest proyect
  public puls pulveriz puntu puntualiz purific quebrant qued quej quem quintuplic quit rabi
  racionaliz radic ralentiz rasc rasg rasp rastre ratific ray razon reaccion reactiv realiz reanud
  rebaj reban rebas rebot rebusc recalc recalcul recapacit recapitul recarg recaud rechaz rechin
  recicl recit reclam reclut recobr recompens reconcili reconfigur recopil recort recre rectific
  recuper redact redimension redisen redonde reedit reeduc reelabor reembols reemplaz reenganch
  reenvi reevalu referenci refin refinanci reflej reflexion reforest reform reformate refresc
  refriger refugi refut regal regate registr reglament regres regulariz rehabilit rehus reincorpor
  reinici reinstal reintegr reiter relacion relaj relampague relanz relat relev rellen remarc
  remat remedi rememor remezcl remolc remont renombr rent rentabiliz renunci reorden reorganiz
  repar repas repatri repic repint replante replic report repos repost represent reproch reprogram
  repuj requis resalt resbal rescat reserv resete resfri respald respet respir resquebraj rest
  restaur resucit result ret retard retir retoc retorn retract retras retumb reubic reunific
  reutiliz revel revis revoc rivaliz rob rode ronc rotul roz rubric ruin sabote sac sacrific sald
  salt salud salv san sancion sane saque satiriz satur sec secuestr secund segment seleccion sell
  senal senaliz sentenci separ seren signific silenci simboliz simpatiz simplific simul sincroniz
  sintetiz sintoniz situ soborn sobr sobrecarg sobrepas sobrevalor socializ sofoc solap solicit
  solidariz solucion solvent sombre sonroj sopes sopl soport sorte sospech suaviz subast
  subcontrat subestim subray subrog subsan subtitul sud sujet sum suministr super supervis suplant
  suplic suscit sustanci susurr tabic tabul tach taladr tambale tante tap tapi tapiz tard tas tatu
  tecle telefone telegrafi teletrabaj termin tesor teste tint tipific tir tirit titil titube titul
  toc tokeniz toler tom toquete torn tortur totaliz trab trabaj trafic trag traicion tramit
  tranquiliz transfigur transform transit transport traslad trasnoch traspapel traspas trasplant
  trasvas trat traz trep triangul trinc triplic tripul tritur triunf troce tronch trunc tuite tumb
  turn tute tutel ubic ultraj ulul unific uniform unt urbaniz us usurp utiliz vacacion vaci vacun
  vagabunde valid valor valu vaporiz vari vaticin vel veng ventil verane verific version viaj vibr
  vigil vincul viol violent vision visit visualiz vitore voce vomit vot vulner wasape whatsappe
  zanj zapate zarp zigzague zumb
`;

const CHANGING_AR = `
  acert acord acost acrecent alent almorz apost apret aprob arrend asent atraves avent calent cerr
  ciment col colg comenz comprob concert concord confes consol cont cost degoll demostr deneg
  desalent desaprob desconcert descont desenterr despert despleg despobl desterr empez encerr
  encomend encontr enmend ensangrent enterr entrecerr err esforz est forz freg gobern hel invern
  jug manifest merend mostr neg nev pens pleg pobl precalent prob quebr recalent recomend recomenz
  recont record reforz reg reneg renov repleg reprob revent revolc rod rog seg sembr sent serr
  sobrevol sold solt son soseg subarrend tembl tent tost troc tron tropez vol volc
`;

const ER = `
  abastec aborrec absorb absterg acced acog acomet acontec adolec adormec agradec amanec anochec
  anteced aparec apetec aprend ard arremet atardec atrev barr beb ca carcom carec ced cog com
  compadec comparec compel complac comprend compromet conced conoc convalec convenc converg corr
  correspond corro corromp cos cre crec deb deca depend desaparec desconoc descos desfallec
  desmerec desobedec despose desprend desvanec ejerc embeb embellec emerg empobrec emprend enaltec
  encarec encog endurec enflaquec enfurec engrandec enloquec enmudec ennegrec ennoblec enorgullec
  enrarec enriquec enrojec ensordec entorpec entretej entristec envejec escarnec esclarec escog
  escond establec estremec exced expel fallec favorec florec fortalec guarec humedec interced jod
  lam languidec le malvend mec merec met nac obedec ofend ofrec oscurec padec palidec parec pend
  perec permanec pertenec pose precav preced prend pretend prevalec proced promet propend proteg
  prove reaparec reblandec reca recog reconoc recorr reemprend rejuvenec relam rele repel
  resplandec respond restablec retroced revend ro robustec romp sobrecog sobrese socorr somet sorb
  sorprend suced suspend tan tej tem tos transced venc vend
`;

const CHANGING_ER = `
  absolv absten abstra antepon ascend aten atend atra cab coc compon condescend conmov conten
  contend contra contrapon defend demol depon descend descompon desentend deshac deten detra
  devolv disolv dispon distend distra dol encend entend entreten envolv equival expon extend extra
  hac impon indispon interpon llov manten mol mord mov obten ol opon perd pod pon pospon predispon
  presupon prev promov propon quer recompon rehac remord remov renac repon resolv reten retorc
  retrotra revolv sab satisfac sobreentend sobrentend sobrepon sol sosten substra superpon supon
  sustra ten tend torc tra transpon trascend v val vert volv yuxtapon
`;

const IR = `
  abat abol abr aburr acud admit adscrib aduc aflig aflu agred alud anad apercib aplaud argu asist
  asum atribu aturd bat brun cen circunscrib coexist cohib coincid combat compart compil comprim
  conclu concurr conduc conflu confund consist constitu constren constru consum contribu converg
  conviv cruj cubr cumpl curt debat decid defin deglut depart deprim derru describ descubr
  desinhib desist desluc destitu destru desun desviv difund dilu dimit dirig dirim discurr discut
  disminu distingu distribu diverg divid elid elud embut emit encubr engull entreabr erig escabull
  escind escrib esculp escup escurr esgrim esparc evad exclu exhib exig exim exist expand exprim
  extingu fing flu frunc fund grun hu hund imbu impart imprim incid inclu incumb incumpl incurr
  induc inflig influ infring infund inhib inmiscu inscrib insist institu instru insurg interrump
  introduc intu invad irrump lat luc malviv mug nutr obstru ocurr omit oprim part percib permit
  persist persuad perviv podr preconceb predefin preexist prescind prescrib presid presum produc
  prohib prorrump proscrib pudr pul reabr readmit reasum rebat rebull recib reclu reconduc
  reconstitu reconstru recubr recurr redescubr redim reduc reescrib refulg refund rehu reimprim
  reincid reluc remit repart repercut reprim reproduc resarc rescind resid resist restitu restring
  resum resurg retransmit retribu reun reviv rug sacud seduc sobrescrib sobreviv sub subdivid
  subscrib subsist sucumb sufr sumerg supl suprim surg surt suscrib sustitu traduc transcrib
  transcurr transgred transig transmit trasluc tripart tup un ung urd urg viv zambull zurc
`;

const CHANGING_IR = `
  adher adquir adven advert arrepent asent bendec coleg comed compet conceb confer consegu consent
  contradec controvert conven convert correg dec deduc derret desmed desment desped desvest deven
  difer diger discern disent divert dorm eleg embest exped gem her herv imped infer inger inquir
  interfer interven invert invest maldec med ment mor ped persegu predec preeleg prefer present
  preven profer prosegu proven reconven reeleg refer reg rend repet requer resent revert revest
  sal segu sent serv sobresal sobreven subvert suger ten transfer ven vest
`;

const stemsOf = (text: string): string[] => text.trim().split(/\s+/);

export const VERBS: Verbs[] = [
  { ending: 'ar', stems: stemsOf(AR), changes: false },
  { ending: 'ar', stems: stemsOf(CHANGING_AR), changes: true },
  { ending: 'er', stems: stemsOf(ER), changes: false },
  { ending: 'er', stems: stemsOf(CHANGING_ER), changes: true },
  { ending: 'ir', stems: stemsOf(IR), changes: false },
  { ending: 'ir', stems: stemsOf(CHANGING_IR), changes: true },
];
