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
  acos acostumbr activ actu actualiz acumul acus adapt adecu adelant adelgaz adeud adivin adjudic
  adjunt administr admir adopt ador adorn afect afianz afil afili afin afirm afront agarr agend
  agiliz agit aglutin agobi agot agrad agrand agrav agreg agrup aguant ahog ahorc ahorr aisl ajust
  alarg alarm alcanz aleg alegr alej alert aliment aline alist alivi almacen aloj alquil alter
  altern am amain amarg amarr ambient amenaz ameniz amonton amortiz ampli analiz ancl and anex
  anexion anhel anim anot anticip anul anunci apacigu apag aparc apart apasion apellid apil aplast
  aplaz aplic aport apostill apoy apreci apresur apropi aprovech aproxim apunt apuntal apur archiv
  argument arm armoniz arranc arras arrastr arregl arriesg arrodill arroj articul asalt asegur
  asesin asesor asfalt asfixi asign asimil asoci asom asombr aspir asust at atac atasc atenu
  atesor atornill atrap atras audit aument ausent autentic automatiz autoriz auxili aval avanz
  averigu avis ayud azot bail baj balance ban baraj bas batall bautiz benefici bes bloque bonific
  bord borr brill brind brome buce busc cabalg cable caduc calcul calibr calific call calleje calm
  cambi camin canaliz cancel canje cans cant capacit capt captur caracteriz carg case castig cat
  catalog caus caz celebr cen centr centraliz cepill certific ces chaf charl chate chec cheque
  chill choc cicatriz cifr circul cit clarific clasific clausur clav clic clique clon cobr cocin
  codici codific colabor colaps coleccion coloc colore columpi combin coment comercializ comision
  compact compar compens compil complet complic compr comunic concaten concentr concili concret
  condicion conect confeccion confi configur confirm conform congel congratul conllev conmemor
  conquist consensu conserv consider consolid constat consult consum contabiliz contact contagi
  contamin contempl contest contextualiz continu contraatac contrast contrat control convalid
  convers convoc cooper coordin copi copilot cort cosech cotej cotille cotiz cre credit cri critic
  cruz cuadr cualific cuantific cuestion cuid culmin culp cultiv cur curs dan danz debit debut
  decepcion declar declin decor dedic defraud degrad dej delat deleg delimit demand demor denomin
  denunci deposit depur deriv derrib derrot desactiv desactualiz desahuci desanim desaprovech
  desarroll desat desayun desbloque descans descarg descart descifr desconect desconfi descontrol
  descuid dese desech desembols desempat desempen desenganch desesper desfil desglos deshabilit
  design desinstal desliz desmay desmont desocup desorden despach despej desperdici despist
  desplaz destac destap destin destroz desvel desvi detall detect deterior determin deton devalu
  diagnostic dialog dibuj dict dictamin difam diferenci digitaliz diligenci disculp disen disfrut
  disgust disimul disip dispar dispens disput distanci divis divulg dobl document domicili domin
  don duch dud duplic dur ech edit educ efectu ejecut ejercit elabor elev elimin elogi embal
  embarc embarg emigr emocion empac empaquet empat empeor emplaz emple empuj enamor encaj encamin
  encant encarg encauz enchuf encript encuest endeud enfad enferm enfoc enfrent enfri engan
  enganch engord enjuici enlaz enmarc enoj enriquec enroll ensay ensen ensuci enter enton entr
  entreg entren entrevist enumer enunci envas envi envidi equilibr equip equivoc escal escane
  escap escarb escase escolt escuch esmer espaci especific especul esper espi esqui esquiv
  estabiliz estacion estaf estamp estandariz estim estimul estipul estornud estren estres estrope
  estructur estudi etiquet evacu evalu evapor evidenci evit evolucion exager examin exceptu excit
  excus exhort exili exoner experiment explic explor explot export expres expropi expuls extermin
  externaliz extravi fabric facilit factur fall falsific falt familiariz fascin fastidi favorec
  felicit ferment festej fi fich fideliz fij film filtr finaliz financi firm fiscaliz flot fluctu
  foment form formaliz formate formul fortific fotocopi fotografi fracas fraccion frecuent fren
  frot frustr fum funcion fund fundament fusion galardon galop gan garantiz gast gate gener
  generaliz gestion gir golpe goz grab gradu gratific grav grit guard gui gust habilit habit
  habitu habl hacke hall hered hil hoje homolog honr hosped humill ide identific ignor igual
  ilumin ilustr imagin imit impact implant implement implic implor import impresion improvis
  impugn impuls imput inaugur incapacit incentiv incit inclin incomod incorpor increment incrust
  inculc indag indemniz index indic infect influenci inform ingres inhabilit inici inmigr
  inmoviliz innov inquiet insert insinu inspeccion inspir instal instaur integr intensific intent
  interactu intercal intercambi intercept interes internaliz interpret interrog intimid inund
  inutiliz invent inventari investig invit involucr inyect irrit jubil junt jur justific juzg
  labor lament lamin lanz lastim lav leg legaliz legisl lesion levant li liber licenci licit licu
  lidi lig lij lim limit limpi liquid list litig llam lleg llen llev llor localiz logr luch machac
  madrug maltrat manch mand manej maniobr manipul maquet maquill marc march mare maree margin
  martill masc mastic mat materializ matiz matricul maximiz medi medic mejor memoriz mencion mengu
  mensaje mentaliz merm merode mezcl migr milit mim minimiz mir moder moderniz modific moj molest
  monitoriz mont motiv mud mult multiplic mutil nacionaliz nad narr naveg necesit negoci neutraliz
  nivel nombr normaliz not notific numer objet oblig obsequi observ obsesion obstaculiz ocasion
  ocult ocup odi ofert ofici olfate olvid oper opin opt optimiz orden organiz orient origin
  ornament otorg oxid pacific pact pag palp par paraliz parametriz parche parpade particip pas
  pase pate patent patin patrocin patrull paus peg pein pele penaliz penetr percat perdon perdur
  perfeccion perfil perfor perfum perjudic permut perpetu persever personaliz pes pesc pi pic pill
  pilot pinch pint pis pisote plagi planch plane planific plant plante plasm platic polemiz port
  pos posibilit posicion pospon poste posterg postul potenci practic precis predic predomin premi
  prens preocup prepar presagi presenci present preserv presion prest presum presupuest prioriz
  priv privatiz privilegi proces proclam procrastin procur profundiz program progres prolifer
  prolong promedi promocion pronostic pronunci propag propici proporcion prorrog protagoniz
  protest proyect public puntu puntualiz purific qued quej quem quit rabi racionaliz radic
  ralentiz rasc rasg rasp rastre ratific ray razon reaccion reactiv realiz reanud rebaj rebas
  rebot rebusc recalc recalcul recapacit recapitul recarg recaud rechaz recicl recit reclam reclut
  recobr recompens reconcili reconfigur recopil recort recre rectific recuper redact redisen
  redonde reedit reeduc reelabor reembols reemplaz reenganch reenvi reevalu referenci refinanci
  reflej reflexion reforest reform reformate refresc refriger refugi refut regal regate registr
  reglament regres regulariz rehabilit rehus reincorpor reinici reinstal reintegr reiter relacion
  relaj relanz relat relev rellen remarc remat remedi rememor remolc remont rent rentabiliz
  renunci repar repas repatri repint replante replic report repos repost represent reproch
  reprogram requis resalt resbal rescat reserv resete resfri respald respet respir rest restaur
  resucit result ret retard retir retoc retorn retract retras reubic reunific reutiliz revel revis
  revoc rivaliz rob rode ronc roz rubric sabote sac sacrific sald salt salud salv san sancion
  saque satiriz satur sec secuestr segment seleccion sell senal sentenci separ signific silenci
  simboliz simpatiz simplific simul sincroniz sintetiz sintoniz situ soborn sobr sobrepas socializ
  sofoc solap solicit solidariz solucion solvent sombre sonroj sopes sopl soport sorte sospech
  suaviz subast subcontrat subestim subray subsan subtitul sud sujet sum suministr super supervis
  suplant suplic suscit sustanci susurr tabul tach tante tap tard tas tatu tecle telefone
  telegrafi teletrabaj termin tesor teste tint tipific tir titube titul toc tokeniz toler tom
  toquete torn tortur totaliz trabaj trafic trag traicion tramit tranquiliz transform transit
  transport traslad trasnoch traspapel traspas trasplant trat traz trep triplic tritur triunf
  troce trunc tuite tumb turn tute tutel ubic ulul unific urbaniz us utiliz vacacion vaci vacun
  valid valor valu vaporiz vari vel veng ventil verane verific version viaj vibr vigil vincul viol
  violent vision visit visualiz voce vomit vot vulner wasape whatsappe zanj zapate zarp zumb
`;

const CHANGING_AR = `
  acert acord acost acrecent alent almorz apost apret aprob arrend asent atraves avent calent cerr
  ciment col colg comenz comprob concert concord confes consol cont cost degoll demostr deneg
  desalent desaprob desconcert descont desenterr despert despleg despobl desterr empez encerr
  encomend encontr enmend ensangrent enterr entrecerr err esforz forz freg gobern hel invern jug
  manifest merend mostr neg nev pens pleg pobl precalent prob quebr recalent recomend recomenz
  recont record reforz reg reneg renov repleg reprob revent revolc rod rog seg sembr sent serr
  sobrevol sold solt son soseg subarrend tembl tent tost troc tron tropez vol volc
`;

const ER = `
  abastec aborrec absorb acog acomet acontec adolec agradec amanec anochec aparec apetec aprend
  ard arremet atardec atrev barr beb ca carcom carec ced cog com compadec comparec complac
  comprend compromet conced conoc convenc corr correspond corro cos crec cre deb deca depend
  desaparec desconoc desfallec desmerec desobedec despose desprend desvanec ejerc embellec
  empobrec emprend encarec enflaquec enloquec enmudec enorgullec enriquec enrojec ensordec
  entorpec entristec envejec esclarec escog escond establec estremec exced fallec favorec florec
  fortalec guarec humedec interced jod lam le mec merec met nac obedec ofend ofrec oscurec padec
  palidec parec permanec pertenec pose preced prend pretend prevalec proced promet proteg prove
  reaparec reca recog reconoc recorr reemprend rejuvenec relam rele resplandec respond restablec
  retroced revend ro romp sobrecog socorr somet sorprend suced sumerg suspend tan tej tem tos
  transced venc vend
`;

const CHANGING_ER = `
  absolv antepon ascend atend atra cab coc compon condescend conmov contend conten contra
  contrapon defend demol depon descend descompon desentend deshac deten devolv disolv dispon
  distend distra dol encend entend entreten envolv equival expon extend extra hac impon interpon
  llov manten mol mord mov obten ol opon perd pod pon pospon presupon prev promov propon quer
  rehac remord remov renac repon resolv reten retorc revolv sab satisfac sobrepon sol sosten supon
  sustra tend ten torc tra trascend val vert volv yuxtapon
`;

const IR = `
  abol abr aburr acud admit adscrib aduc aflig aflu agred alud anad apercib aplaud argu asist asum
  atribu aturd bat brun cen circunscrib cohib coincid combat compart compil comprim conclu concurr
  conduc conflu confund consist constren constru consum contribu conviv cubr cumpl debat decid
  defin deprim describ descubr desinhib desist desluc destitu destru desun desviv difund dilu
  dimit dirig discurr discut disminu distingu distribu divid elud emit encubr entreabr erig escrib
  esculp escup escurr esgrim esparc evad exclu exhib exig exim exist expand exprim extingu fing
  flu fund grun hu hund imprim incid inclu incumpl incurr induc inflig influ infring infund inhib
  inscrib insist institu instru insurg interrump introduc intu invad irrump lat luc malviv nutr
  obstru ocurr omit oprim part percib permit persist persuad preconceb prescind prescrib presid
  presum produc prohib proscrib pul reabr reasum rebat recib reclu reconduc reconstru recubr
  recurr redescubr redim reduc reescrib refulg rehu reluc remit repart reprim reproduc resarc
  rescind resid resist restitu restring resum resurg retransmit retribu reun reviv sacud seduc
  sobreviv sub subscrib subsist sucumb sufr suprim surg surt suscrib sustitu traduc transcrib
  transcurr transgred transig transmit trasluc tup ung un urg viv zambull zurc
`;

const CHANGING_IR = `
  adher adquir adven advert arrepent asent bendec coleg compet conceb confer consegu consent
  contradec controvert conven convert correg dec deduc derret desment desped desvest difer diger
  discern divert dorm eleg embest exped gem her herv imped infer inger inquir interfer interven
  invert invest maldec med ment mor ped persegu predec prefer present preven profer prosegu proven
  reeleg refer reg rend repet requer resent revert revest sal segu sent serv sobresal sobreven
  subvert suger ten transfer ven vest
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
